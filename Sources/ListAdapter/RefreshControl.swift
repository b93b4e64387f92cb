extension CollectionViewAdapterConfiguration {
  /// The control at the top that a user pulls for fresh content.
  public enum RefreshControl: Hashable, Sendable {
    /// There is none.
    case disabled
    /// There is one: in a color, with a text below it, and a system or a custom indicator.
    case enabled(
      tintColor: TintColor,
      text: String? = nil,
      textColor: TintColor? = nil,
      appearance: Appearance? = nil
    )

    /// Whether there is one.
    public var isEnabled: Bool { self != .disabled }

    /// A color, by its name in the host.
    public struct TintColor: Hashable, Sendable, ExpressibleByStringLiteral {
      /// The name of the color.
      package var name: String

      /// Creates a color from its name.
      public init(stringLiteral name: String) {
        self.name = name
      }
    }

    /// How a custom control looks.
    public struct Appearance: Hashable, Sendable {
      /// The picture that turns.
      public var indicator: Indicator

      /// Creates an appearance.
      public init(indicator: Indicator) {
        self.indicator = indicator
      }
    }

    /// A picture that turns while content is refreshed.
    public struct Indicator: Hashable, Sendable {
      /// The name of the picture.
      public var imageName: String
      /// The width and height, in points; `nil` for the picture's own.
      public var size: Double?
      /// The color of the picture; `nil` for its own.
      public var tintColor: TintColor?
      /// The time of one turn; `nil` if the picture stands still.
      public var spinDuration: Duration?

      /// Creates an indicator that stands still, in its own size and color.
      public static func image(_ name: String) -> Indicator {
        Indicator(imageName: name, size: nil, tintColor: nil, spinDuration: nil)
      }

      /// Returns the indicator in a size, in points.
      public func size(_ size: Double) -> Indicator {
        var copy = self
        copy.size = size
        return copy
      }

      /// Returns the indicator in a color.
      public func tintColor(_ color: TintColor) -> Indicator {
        var copy = self
        copy.tintColor = color
        return copy
      }

      /// Returns the indicator turning, once in `duration`.
      public func spin(duration: Duration = .milliseconds(800)) -> Indicator {
        var copy = self
        copy.spinDuration = duration
        return copy
      }
    }
  }
}
