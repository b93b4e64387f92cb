/// Unique elements, each in one group; each group has its own order.
///
/// A snapshot's items are grouped by section, a section snapshot's by parent. Asking for one
/// element's group, inserting next to it or removing it must be cheap at 10⁵ elements, also when
/// it is done 10⁵ times in a row.
///
/// Every element and every group has a number, its slot; the order is kept among the slots, by
/// ``SlotOrder``. Only one hash lookup for each element an operation names is generic here, and so
/// not specialised for a type of another module.
///
/// Invariants: the elements in ``slots`` are those at their slots; the free slots are the others.
/// A group has a slot from its first element on.
struct GroupedOrder<Group: Hashable & Sendable, Element: Hashable & Sendable>: Sendable {
  private var slots: [Element: Int] = [:]
  private var elements: [Element?] = []
  private var freeSlots: [Int] = []
  private var groupSlots: [Group: Int] = [:]
  private var groups: [Group?] = []
  private var freeGroupSlots: [Int] = []
  private var order = SlotOrder()
}

// MARK: Reading

extension GroupedOrder {
  /// The number of elements in all groups.
  var count: Int { slots.count }

  func contains(_ element: Element) -> Bool { slots[element] != nil }

  func group(of element: Element) -> Group? {
    guard let slot = slots[element], let group = order.group(of: slot) else { return nil }
    return groups[group]
  }

  func count(in group: Group) -> Int {
    groupSlots[group].map(order.count) ?? 0
  }

  func elements(in group: Group) -> [Element] {
    guard let group = groupSlots[group] else { return [] }
    return order.slots(in: group).compactMap { elements[$0] }
  }

  /// The index of an element in its group.
  func index(of element: Element) -> Int? {
    slots[element].flatMap(order.index)
  }

  func element(at index: Int, in group: Group) -> Element? {
    guard let group = groupSlots[group], let slot = order.slot(at: index, in: group) else {
      return nil
    }
    return elements[slot]
  }
}

// MARK: Editing

extension GroupedOrder {
  /// Appends elements, none of which is in any group, to a group.
  mutating func append(_ elements: [Element], to group: Group) {
    guard !elements.isEmpty else { return }
    order.append(occupySlots(elements), to: slot(of: group))
  }

  /// Inserts elements, none of which is in any group, beside one that is.
  mutating func insert(_ elements: [Element], _ side: AnchorSide, _ anchor: Element) {
    guard let anchor = slots[anchor] else { return }
    order.insert(occupySlots(elements), side, anchor)
  }

  /// Moves an element beside another one.
  mutating func move(_ element: Element, _ side: AnchorSide, _ anchor: Element) {
    guard let slot = slots[element], let anchor = slots[anchor], slot != anchor else { return }
    order.remove(slot)
    order.insert([slot], side, anchor)
  }

  /// Removes elements; those that are in no group are ignored.
  mutating func remove(_ elements: [Element]) {
    var removed: [Int] = []
    for element in elements {
      if let slot = slots.removeValue(forKey: element) { removed.append(slot) }
    }
    order.remove(removed)
    free(removed)
  }

  /// Removes a group with its elements.
  ///
  /// - Returns: The elements, in order.
  @discardableResult
  mutating func removeGroup(_ group: Group) -> [Element] {
    guard let groupSlot = groupSlots.removeValue(forKey: group) else { return [] }
    groups[groupSlot] = nil
    freeGroupSlots.append(groupSlot)
    let removed = order.removeGroup(groupSlot)
    let elements = removed.compactMap { self.elements[$0] }
    for element in elements { slots[element] = nil }
    free(removed)
    return elements
  }

  private mutating func occupySlots(_ elements: [Element]) -> [Int] {
    elements.map { element in
      let slot: Int
      if let free = freeSlots.popLast() {
        slot = free
        self.elements[slot] = element
      } else {
        slot = self.elements.count
        self.elements.append(element)
      }
      slots[element] = slot
      return slot
    }
  }

  private mutating func free(_ slots: [Int]) {
    for slot in slots { elements[slot] = nil }
    freeSlots += slots
  }

  private mutating func slot(of group: Group) -> Int {
    if let slot = groupSlots[group] { return slot }
    let slot = freeGroupSlots.popLast() ?? groups.count
    if slot == groups.count { groups.append(group) } else { groups[slot] = group }
    groupSlots[group] = slot
    return slot
  }
}

// MARK: Checking

extension GroupedOrder {
  /// Whether the invariants hold; for tests.
  ///
  /// - Complexity: O(n).
  var isConsistent: Bool {
    order.isConsistent(count: slots.count)
      && slots.allSatisfy { elements[$0.value] == $0.key && order.contains($0.value) }
      && elements.count == slots.count + freeSlots.count
      && freeSlots.allSatisfy { elements[$0] == nil }
      && groupSlots.allSatisfy { groups[$0.value] == $0.key }
      && groups.count == groupSlots.count + freeGroupSlots.count
  }
}
