/// Memory that the engine keeps from one comparison to the next, so that comparing allocates
/// nothing after its largest input.
///
/// Elements are trivial, and the contents of a buffer after ``reserve(_:)`` are unspecified: every
/// phase of the engine writes an element before it reads it. Access goes through buffer pointers,
/// which check their bounds in debug builds and cost nothing in release builds.
struct EngineBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  init() {}

  deinit { elements.deallocate() }

  /// Makes room for `count` elements, forgetting the present ones.
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

  /// The elements, which the caller may put in another order.
  var mutableElements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(rebasing: buffer.elements[0..<count])
  }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    buffer.reserve(count &+ 1, keeping: count)[count] = element
    count &+= 1
  }

  /// Makes room for up to `extra` more elements behind the present ones; the caller writes them,
  /// then counts them in with ``commit(_:)``.
  @inline(__always)
  mutating func room(for extra: Int) -> UnsafeMutableBufferPointer<Element> {
    let elements = buffer.reserve(count &+ extra, keeping: count)
    return UnsafeMutableBufferPointer(rebasing: elements[count..<(count &+ extra)])
  }

  @inline(__always)
  mutating func commit(_ extra: Int) { count &+= extra }
}
