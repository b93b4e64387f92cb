public import Foundation

/// An object that a field tells about changes.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: AnyObject {
  /// Returns whether the text may be edited.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  /// Called when the editing begins.
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Returns whether the editing may end.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  /// Called when the editing has ended.
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Returns whether a part of the text may be replaced.
  func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  /// Returns whether the return key does what it does.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  /// By default, `true`.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  /// By default, nothing happens.
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  /// By default, `true`.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  /// By default, nothing happens.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  /// By default, `true`.
  public func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  /// By default, `true`.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
