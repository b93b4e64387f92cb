import Foundation
import ListUIKit
import Testing

@MainActor
@Suite struct `Associated objects` {
  private final class Value {}
  private final class Other {}

  private static var label: UInt8 = 0
  private static var note: UInt8 = 0

  @Test func `a value is found by its object and its key, until it is nil`() {
    let (view, other) = (UIView(), UIView())
    objc_setAssociatedObject(view, &Self.label, "title", .OBJC_ASSOCIATION_COPY_NONATOMIC)
    objc_setAssociatedObject(view, &Self.note, 3, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(view, &Self.label) as? String == "title")
    #expect(objc_getAssociatedObject(view, &Self.note) as? Int == 3)
    #expect(objc_getAssociatedObject(other, &Self.label) == nil)
    objc_setAssociatedObject(view, &Self.label, nil, .OBJC_ASSOCIATION_COPY_NONATOMIC)
    #expect(objc_getAssociatedObject(view, &Self.label) == nil)
    objc_removeAssociatedObjects(view)
    #expect(objc_getAssociatedObject(view, &Self.note) == nil)
  }

  @Test func `an object may be given as an optional; that of none is nothing`() {
    let view: UIView? = UIView()
    let target: AnyObject? = view
    objc_setAssociatedObject(target as Any, &Self.label, "title", .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(view as Any, &Self.label) as? String == "title")
    let none: AnyObject? = nil
    objc_setAssociatedObject(none as Any, &Self.label, "title", .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(none as Any, &Self.label) == nil)
  }

  @Test func `views, guides, screens and constraints release their values when they go`() {
    let owners: [() -> AnyObject] = [
      { UIView() }, { UILayoutGuide() }, { UIViewController() },
      { UIView().widthAnchor.constraint(equalToConstant: 1) },
    ]
    for make in owners {
      weak var value: Value?
      do {
        let (owner, new) = (make(), Value())
        objc_setAssociatedObject(owner, &Self.note, new, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        value = new
      }
      #expect(value == nil)
    }
  }

  @Test func `other objects have no values of those before them, which are released`() {
    var values: [() -> Value?] = []
    for _ in 0..<100 {
      let (owner, new) = (Other(), Value())
      #expect(objc_getAssociatedObject(owner, &Self.note) == nil)
      objc_setAssociatedObject(owner, &Self.note, new, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      #expect(objc_getAssociatedObject(owner, &Self.note) as? Value === new)
      values.append { [weak new] in new }
    }
    #expect(values.count { $0() != nil } <= 16)
  }

  @Test func `a value that is only assigned is gone with its last owner`() {
    let view = UIView()
    do {
      let value = Value()
      objc_setAssociatedObject(view, &Self.note, value, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(view, &Self.note) as? Value === value)
    }
    #expect(objc_getAssociatedObject(view, &Self.note) == nil)
  }

  @Test func `a copy does not change with the original`() throws {
    let (view, text) = (UIView(), NSMutableString(string: "one"))
    objc_setAssociatedObject(view, &Self.note, text, .OBJC_ASSOCIATION_COPY)
    text.append(" and two")
    let copy = try #require(objc_getAssociatedObject(view, &Self.note) as? NSString)
    #expect(copy.isEqual(to: "one"))
  }

  @Test func `a value may associate others when it is released`() {
    final class Closing {
      let close: () -> Void
      init(_ close: @escaping () -> Void) { self.close = close }
      deinit { close() }
    }
    let (view, other) = (UIView(), Other())
    let key = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
    defer { key.deallocate() }
    for owner in [view, other] as [AnyObject] {
      let closing = Closing {
        objc_setAssociatedObject(view, key, "closed", .OBJC_ASSOCIATION_RETAIN)
      }
      objc_setAssociatedObject(owner, &Self.note, closing, .OBJC_ASSOCIATION_RETAIN)
    }
    objc_removeAssociatedObjects(other)
    objc_setAssociatedObject(view, &Self.note, nil, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(view, key) as? String == "closed")
  }
}
