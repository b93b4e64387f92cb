import Foundation
import ListAdapter
import ListPictures
import ListRendering
import ListUIKit
import Testing
import UIKitSources

@MainActor
@Suite struct ScreenPictureTests {
  private func drawing(_ view: UIView, _ appearance: ContentAppearance = .light) -> String {
    Picture(
      of: view,
      width: Double(view.frame.width),
      height: Double(view.frame.height),
      appearance: appearance
    ).svg()
  }

  @Test func `a shadow is drawn around a view, softer farther away, and none without opacity`() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let card = UIView(frame: CGRect(x: 30, y: 30, width: 40, height: 40))
    card.backgroundColor = .white
    view.addSubview(card)
    let plain = drawing(view).components(separatedBy: "<rect").count
    card.layer.shadowOpacity = 0.6
    card.layer.shadowRadius = 5
    card.layer.shadowOffset = CGSize(width: 0, height: 4)
    let shaded = drawing(view)
    #expect(shaded.components(separatedBy: "<rect").count == plain + 6)
    #expect(shaded.contains("fill-opacity=\"0.1\""), "six on top of each other make 0.6")
    card.layer.shadowOpacity = 0
    #expect(drawing(view).components(separatedBy: "<rect").count == plain)
  }

  @Test func `a view that clips cuts off what sticks out of its corners, under its border`() throws
  {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let card = UIView(frame: CGRect(x: 30, y: 30, width: 40, height: 40))
    card.layer.cornerRadius = 8
    card.layer.borderWidth = 2
    card.layer.borderColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1).cgColor
    let photo = UIImageView(frame: CGRect(x: -10, y: 0, width: 80, height: 40))
    photo.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    card.addSubview(photo)
    view.addSubview(card)
    #expect(!drawing(view).contains("clip-path"))
    card.clipsToBounds = true
    #expect(card.layer.masksToBounds)
    let clipped = drawing(view)
    let outline = #/<clipPath id="(.+?)"><rect x="30" y="30" width="40" height="40" rx="8"\/>/#
    let name = try #require(clipped.firstMatch(of: outline)).output.1
    let cut = try #require(clipped.range(of: "<g clip-path=\"url(#\(name))\">"))
    let red = try #require(clipped.range(of: "#ff0000"))
    let border = try #require(clipped.range(of: "stroke=\"#0000ff\""))
    #expect(cut.lowerBound < red.lowerBound && red.lowerBound < border.lowerBound)
    // What is inside needs no outline.
    photo.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(!drawing(view).contains("clip-path"))
  }

  @Test func `a picture has the corners and the border of its view`() {
    let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
    view.image = UIImage(named: "photo")
    view.layer.cornerRadius = 7
    view.layer.borderWidth = 1
    view.layer.borderColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1).cgColor
    let drawing = drawing(view)
    #expect(drawing.contains("width=\"60\" height=\"60\" rx=\"7\""))
    #expect(drawing.contains("stroke=\"#0000ff\""))
  }

  @Test func `subviews with frames stand in them, in front of gradients`() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let gradient = CAGradientLayer()
    gradient.colors = [UIColor.black.cgColor, UIColor.white.cgColor]
    gradient.frame = view.bounds
    view.layer.insertSublayer(gradient, at: 0)
    let label = UILabel(frame: CGRect(x: 10, y: 60, width: 80, height: 30))
    label.text = "Low"
    view.addSubview(label)
    let drawing = drawing(view)
    let (ground, text) = (drawing.range(of: "#050505"), drawing.range(of: ">Low<"))
    #expect(try #require(ground).lowerBound < (try #require(text)).lowerBound)
    let baseline = try #require(drawing.firstMatch(of: #/<text x="10" y="([0-9.]+)"/#)).output.1
    #expect(try #require(Double(baseline)) > 75, "its line is in the middle of its frame")
  }

  @Test func `a symbol is drawn in its colour, and follows the appearance`() {
    let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
    view.image = UIImage(systemName: "heart.fill")
    view.tintColor = .label
    let (light, dark) = (drawing(view), drawing(view, .dark))
    #expect(light.contains("<path") && !light.contains("<image"))
    #expect(light != dark && dark.contains("fill=\"#ffffff\""))
    let unknown = drawing(UIImageView(image: UIImage(systemName: "no.such.symbol")))
    #expect(unknown.contains("<path"))
  }

  @Test func `a cell of constraints leaves its accessories room`() {
    let cell = UICollectionViewListCell(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
    let label = UILabel()
    label.text = "Row"
    label.translatesAutoresizingMaskIntoConstraints = false
    cell.contentView.addSubview(label)
    label.trailingAnchor.constraint(equalTo: cell.contentView.trailingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: cell.contentView.topAnchor).isActive = true
    cell.accessories = [.disclosureIndicator(), .checkmark()]
    cell.layoutIfNeeded()
    #expect(label.frame.maxX < 250, "a chevron, a check mark and the space around them")
  }

  @Test func `a cell of constraints is as wide as its content if the layout only estimates that`() {
    let size = NSCollectionLayoutSize(
      widthDimension: .estimated(200),
      heightDimension: .absolute(30)
    )
    let section = NSCollectionLayoutSection(
      group: .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
    )
    section.orthogonalScrollingBehavior = .continuous
    let list = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 390, height: 200),
      collectionViewLayout: UICollectionViewCompositionalLayout(section: section)
    )
    final class Pill: UICollectionViewCell {
      let label = UILabel()
      override init(frame: CGRect) {
        super.init(frame: frame)
        label.text = "Pill"
        label.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(label)
        NSLayoutConstraint.activate([
          label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 10),
          label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -10),
          label.topAnchor.constraint(equalTo: contentView.topAnchor),
          label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
        ])
      }
      required init?(coder: NSCoder) { nil }
    }
    let registration = UICollectionView.CellRegistration<Pill, Int> { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: list) {
      $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1, 2])
    source.apply(snapshot, animatingDifferences: false)
    list.layoutIfNeeded()
    let width = UILabel()
    width.text = "Pill"
    #expect(
      list.visibleCells.map(\.frame.width)
        == Array(
          repeating: width.intrinsicContentSize.width + 20,
          count: 2
        )
    )
    #expect(list.failures.isEmpty)
  }

  @Test func `translated sources have selectors that call, and nothing that needs Objective-C`()
    throws
  {
    let source = """
      @objc final class Screen: UIViewController {
        @IBOutlet weak var label: UILabel!
        // @objc stays in a comment, and "#selector(x)" in a text.
        func add() { button.addTarget(self, action: #selector(reload(_:)), for: .touchUpInside) }
        @objc private func reload(_ sender: UIButton) {}
        @IBAction func stop() { perform(#selector(Screen.stop)) }
      }
      extension Screen {
        override func viewDidLoad() { print("#selector(x)") }
      }
      #Preview { Screen() }
      """
    let text = ScreenSources([("Screen.swift", source)]).translated[0].text
    #expect(text.hasPrefix("      final class Screen: UIViewController {\n"))
    #expect(text.contains("          weak var label: UILabel!"))
    #expect(text.contains(##"// @objc stays in a comment, and "#selector(x)" in a text."##))
    #expect(
      text.contains(
        #"action: Selector("reload", call: { target, sender in guard let target = target as? Screen "#
          + "else { return false }; guard let sender = sender as? UIButton else { return false }; "
          + "_ = target.reload(sender); return true }), for:"
      )
    )
    #expect(text.contains("_ = target.stop(); return true })"))
    #expect(!text.contains("#Preview"))
    let body = try #require(text.range(of: "override func viewDidLoad"))
    let end = try #require(text.range(of: "extension Screen"))
    #expect(body.lowerBound < end.lowerBound, "moved into the class")
  }
}
