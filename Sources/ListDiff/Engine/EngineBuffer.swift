/// Memory of the engine that is kept from one comparison to the next, so that comparing allocates
/// nothing once it has seen its largest input.
///
/// Elements are trivial, and what a buffer holds after ``reserve(_:)`` is unspecified: every
/// phase of the engine writes a place before it reads it. Access goes through buffer pointers,
/// which check their bounds in debug builds and cost nothing in release builds.
struct EngineBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  init() {}

  deinit { elements.deallocate() }

  /// Makes room for `count` elements, forgetting what is there.
  @inline(__always)
  mutating func reserve(_ count: Int) -> UnsafeMutableBufferPointer<Element> {
    if count > elements.count { grow(to: count, keeping: 0) }
    return elements
  }

  /// Makes room for `count` elements, keeping the first `kept`.
  @inline(__always)
  mutating func reserve(_ count: Int, keeping kept: Int) -> UnsafeMutableBufferPointer<Element> {
    if count > elements.count { grow(to: count, keeping: kept) }
    return elements
  }

  @inline(never)
  private mutating func grow(to count: Int, keeping kept: Int) {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(
      capacity: max(count, elements.count + elements.count / 2, 16)
    )
    _ = larger.update(fromContentsOf: elements.prefix(kept))
    elements.deallocate()
    elements = larger
  }
}

/// A list in an ``EngineBuffer``.
struct EngineList<Element: BitwiseCopyable>: ~Copyable {
  private var buffer = EngineBuffer<Element>()
  private(set) var count = 0

  init() {}

  /// The elements.
  var elements: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer.elements)[0..<count])
  }

  /// The elements, to be put in another order.
  var mutableElements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(rebasing: buffer.elements[0..<count])
  }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    buffer.reserve(count &+ 1, keeping: count)[count] = element
    count &+= 1
  }

  /// Room for up to `extra` more elements behind the present ones, to be written by the caller and
  /// then counted in with ``commit(_:)``.
  @inline(__always)
  mutating func room(for extra: Int) -> UnsafeMutableBufferPointer<Element> {
    let elements = buffer.reserve(count &+ extra, keeping: count)
    return UnsafeMutableBufferPointer(rebasing: elements[count..<(count &+ extra)])
  }

  @inline(__always)
  mutating func commit(_ extra: Int) { count &+= extra }
}
