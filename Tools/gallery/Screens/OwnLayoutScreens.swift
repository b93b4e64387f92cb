import ListAdapter
import ListLayout
import ListPictures
import ListRendering
import ListUIKit

// Lists with layouts of classes that an app has written.

extension GalleryPicture {
  @MainActor static func waterfall(_ appearance: ContentAppearance) throws -> Picture {
    let screen = BoxesScreen(Waterfall(), Palette.boxes, height: 420)
    return Picture(of: screen.collectionView.simulation, appearance: appearance)
  }

  @MainActor static func tags() throws -> Film {
    let words = """
      harbour, lighthouse, tide, sail, anchor, lantern, breakwater, gull, buoy, compass, keel, rope, deck, \
      ferry, dune, pier, shell, current, island, north
      """.components(separatedBy: ", ")
    var film = Film(title: "Tags, justified and at the left")
    for (layout, caption) in [
      (UICollectionViewFlowLayout(), "lines of a flow layout: justified, but for the last"),
      (LeftAligned(), "a subclass of it"),
    ] {
      layout.minimumLineSpacing = 8
      layout.minimumInteritemSpacing = 8
      layout.sectionInset = UIEdgeInsets(top: 12, left: 12, bottom: 12, right: 12)
      let boxes = words.map { Box(text: $0, height: 32, color: .systemBlue) }
      let screen = BoxesScreen(layout, boxes, height: 212)
      film.add(screen.collectionView.simulation, caption: caption)
    }
    return film
  }
}

// begin waterfall
/// Columns of boxes; each box is put into the shortest column.
private final class Waterfall: UICollectionViewLayout {
  private var boxes: [UICollectionViewLayoutAttributes] = []

  override func prepare() {
    guard let view = collectionView, let source = view.delegate as? BoxesScreen else { return }
    let width = (view.bounds.width - 4 * 8) / 3
    var ends: [CGFloat] = [8, 8, 8]
    boxes = source.boxes.indices.map { item in
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let box = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: 0))
      box.frame = CGRect(
        x: 8 + CGFloat(column) * (width + 8),
        y: ends[column],
        width: width,
        height: source.boxes[item].height
      )
      ends[column] = box.frame.maxY + 8
      return box
    }
  }

  override var collectionViewContentSize: CGSize {
    let end = boxes.map(\.frame.maxY).max() ?? 0
    return CGSize(width: collectionView?.bounds.width ?? 0, height: end + 8)
  }

  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    boxes.filter { $0.frame.intersects(rect) }
  }
}
// end waterfall

// begin tags
/// Lines of cells that begin at the left.
private final class LeftAligned: UICollectionViewFlowLayout {
  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    let found = super.layoutAttributesForElements(in: rect)
    var (start, line) = (sectionInset.left, CGFloat.zero)
    for attributes in found ?? [] where attributes.representedElementCategory == .cell {
      if attributes.center.y != line { (start, line) = (sectionInset.left, attributes.center.y) }
      attributes.frame.origin.x = start
      start = attributes.frame.maxX + minimumInteritemSpacing
    }
    return found
  }
}
// end tags

private struct Box {
  var text: String
  var height: CGFloat
  var color: UIColor
}

private enum Palette {
  @MainActor static var boxes: [Box] {
    let colors: [UIColor] = [
      .systemIndigo, .systemTeal, .systemOrange, .systemPink, .systemGreen, .systemBlue,
    ]
    return (0..<24).map { number in
      Box(
        text: "\(number + 1)",
        height: CGFloat(56 + number * 37 % 80),
        color: colors[number % colors.count]
      )
    }
  }
}

private final class BoxCell: UICollectionViewCell {
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.cornerRadius = 10
    label.textColor = .white
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 15)
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}

/// A list of boxes with a layout.
private final class BoxesScreen: NSObject, UICollectionViewDataSource,
  UICollectionViewDelegateFlowLayout
{
  let boxes: [Box]
  let collectionView: UICollectionView

  init(_ layout: UICollectionViewLayout, _ boxes: [Box], height: CGFloat) {
    self.boxes = boxes
    collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 390, height: height),
      collectionViewLayout: layout
    )
    super.init()
    collectionView.register(BoxCell.self, forCellWithReuseIdentifier: "Box")
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.layoutIfNeeded()
  }

  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int { boxes.count }

  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Box", for: indexPath)
    (cell as? BoxCell)?.label.text = boxes[indexPath.item].text
    cell.backgroundColor = boxes[indexPath.item].color
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let box = boxes[indexPath.item]
    let label = UILabel()
    label.text = box.text
    label.font = .systemFont(ofSize: 15)
    return CGSize(width: label.intrinsicContentSize.width + 24, height: box.height)
  }
}
