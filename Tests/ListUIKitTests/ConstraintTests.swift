import ListAdapter
import ListLayout
import ListPictures
import ListUIKit
import Testing

@MainActor
@Suite struct `Views with constraints` {
  /// A cell of a title, a remark below it, and a switch beside them.
  final class RemarkCell: UICollectionViewCell {
    let title = UILabel()
    let remark = UILabel()
    let box = UIView()

    override init(frame: CGRect) {
      super.init(frame: frame)
      remark.numberOfLines = 0
      remark.font = .systemFont(ofSize: 13)
      box.backgroundColor = UIColor(red: 1, green: 0, blue: 0.5, alpha: 1)
      for view in [title, remark, box] {
        view.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(view)
      }
      NSLayoutConstraint.activate([
        title.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
        title.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
        title.trailingAnchor.constraint(lessThanOrEqualTo: box.leadingAnchor, constant: -8),
        remark.leadingAnchor.constraint(equalTo: title.leadingAnchor),
        remark.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
        remark.trailingAnchor.constraint(equalTo: box.leadingAnchor, constant: -8),
        contentView.bottomAnchor.constraint(equalTo: remark.bottomAnchor, constant: 12),
        box.widthAnchor.constraint(equalToConstant: 50),
        box.heightAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.6),
        box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
        box.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
      ])
    }

    required init?(coder: NSCoder) { nil }
  }

  final class Source: NSObject, UICollectionViewDataSource {
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }

    func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath)
      -> UICollectionViewCell
    {
      let cell = view.dequeueReusableCell(withReuseIdentifier: "remark", for: path)
      guard let cell = cell as? RemarkCell else { return cell }
      cell.title.text = "Title \(path.item)"
      cell.remark.text = String(repeating: "Words of a remark. ", count: path.item == 0 ? 1 : 12)
      return cell
    }
  }

  private func list(_ source: Source) throws -> UICollectionView {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(44)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout(
        section: NSCollectionLayoutSection(group: group)
      )
    )
    view.register(RemarkCell.self, forCellWithReuseIdentifier: "remark")
    view.dataSource = source
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    return view
  }

  @Test func `a cell is as high as its constraints need, and its views stand where they say`()
    throws
  {
    let source = Source()
    let view = try list(source)
    let cells = try (0..<2).map { item in
      try #require(view.cellForItem(at: IndexPath(item: item, section: 0)) as? RemarkCell)
    }
    for cell in cells {
      let remarkHeight = cell.remark.sizeThatFits(CGSize(width: 230, height: 10_000)).height
      #expect(cell.remark.frame.width == 230)
      #expect(abs(cell.remark.frame.height - remarkHeight) < 0.5)
      let titleHeight = cell.title.intrinsicContentSize.height
      #expect(abs(cell.frame.height - (12 + titleHeight + 4 + remarkHeight + 12)) < 0.5)
      #expect(cell.title.frame.minX == 16 && cell.title.frame.minY == 12)
      #expect(cell.box.frame.minX == 254 && cell.box.frame.height == 30)
      #expect(abs(cell.box.frame.midY - cell.frame.height / 2) < 0.5)
    }
    #expect(cells[1].remark.frame.height > cells[0].remark.frame.height)
    // The picture has the texts and the box where the frames are.
    let lines = Picture(of: view.simulation).svg().split(separator: "\n")
    let box = try #require(lines.first { $0.contains("#ff0080") })
    #expect(box.contains("x=\"254\"") || box.contains("x=\"0\"") || box.contains("translate"))
    #expect(lines.contains { $0.contains("Title 0") } && lines.contains { $0.contains("Title 1") })
  }

  /// A header whose constraints hang from its top, and leave its height open.
  final class OpenHeader: UICollectionReusableView {
    let title = UILabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      title.translatesAutoresizingMaskIntoConstraints = false
      title.text = "Title"
      addSubview(title)
      NSLayoutConstraint.activate([
        title.topAnchor.constraint(equalTo: topAnchor, constant: 8),
        title.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 15),
      ])
    }

    required init?(coder: NSCoder) { nil }
  }

  @Test func `a view whose constraints leave its height open has the estimated one`() throws {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .absolute(44)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(1),
          heightDimension: .estimated(50)
        ),
        elementKind: "header",
        alignment: .top
      )
    ]
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout(section: section)
    )
    let cell = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
    let header = UICollectionView.SupplementaryRegistration<OpenHeader>(elementKind: "header") {
      _,
      _,
      _ in
    }
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: cell, for: $1, item: $2)
    }
    source.supplementaryViewProvider = { view, _, path in
      view.dequeueConfiguredReusableSupplementary(using: header, for: path)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    let shown = view.supplementaryView(forElementKind: "header", at: [0, 0])
    #expect(shown?.frame == CGRect(x: 0, y: 0, width: 320, height: 50))
    #expect((shown as? OpenHeader)?.title.frame.minY == 8)
    #expect(view.cellForItem(at: [0, 0])?.frame.minY == 50)
  }

  @Test func `a changed text changes the picture of its cell`() throws {
    let source = Source()
    let view = try list(source)
    let cell = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)) as? RemarkCell)
    cell.title.text = "Other"
    #expect(Picture(of: view.simulation).svg().contains("Other"))
    #expect(cell.title.frame.width == cell.title.intrinsicContentSize.width)
  }

  /// A cell of two labels, one of which may be indented by a constraint more.
  final class PairCell: UICollectionViewCell {
    let first = UILabel()
    let second = UILabel()

    convenience init(_ text: String, isIndented: Bool) {
      self.init(frame: CGRect(x: 0, y: 0, width: 200, height: 10))
      first.text = text
      second.text = text + text
      second.numberOfLines = 0
      for view in [first, second] {
        view.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(view)
      }
      var constraints = [
        first.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 4),
        first.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
        second.topAnchor.constraint(equalTo: first.bottomAnchor),
        second.leadingAnchor.constraint(equalTo: first.leadingAnchor),
        second.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
        contentView.bottomAnchor.constraint(equalTo: second.bottomAnchor, constant: 4),
      ]
      if isIndented {
        constraints[3].isActive = false
        constraints[3] = second.leadingAnchor.constraint(equalTo: first.leadingAnchor, constant: 30)
        constraints.append(second.widthAnchor.constraint(lessThanOrEqualToConstant: 90))
        constraints[4].priority = .defaultLow
      }
      NSLayoutConstraint.activate(constraints)
    }
  }

  @Test func `a cell after another one of its class is laid out as if it were the first`() {
    let texts = ["a", "Some words of a text. ", "Words", "Many more words of a longer text. "]
    func frames(_ text: String, _ isIndented: Bool, _ cell: UIView) -> [CGRect] {
      let size = cell.systemLayoutSizeFitting(
        CGSize(width: 200, height: 0),
        withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel
      )
      cell.frame.size = size
      cell.layoutIfNeeded()
      return [cell.frame] + cell.subviews[0].subviews.map(\.frame)
    }
    for (index, text) in (texts + texts.reversed()).enumerated() {
      for isIndented in [index % 3 == 0, index % 2 == 0] {
        let cell = PairCell(text, isIndented: isIndented)
        // A view that is no cell begins with no other view's system.
        let plain = UIView(frame: cell.frame)
        let content = PairCell(text, isIndented: isIndented).contentView
        plain.addSubview(content)
        content.frame = plain.bounds
        #expect(frames(text, isIndented, cell) == frames(text, isIndented, plain))
      }
    }
  }

  // MARK: What goes

  @Test func `what constraints and views refer to may go before them`() {
    let child = UIView()
    var constraints: [NSLayoutConstraint] = []
    do {
      let parent = UIView()
      let guide = UILayoutGuide()
      parent.addSubview(child)
      parent.addLayoutGuide(guide)
      constraints = [
        child.topAnchor.constraint(equalTo: parent.topAnchor),
        child.leftAnchor.constraint(equalTo: guide.leftAnchor),
      ]
      NSLayoutConstraint.activate(constraints)
      #expect(constraints.allSatisfy { $0.isActive && $0.secondItem != nil })
    }
    #expect(child.superview == nil)
    for constraint in constraints {
      #expect(constraint.firstItem === child)
      #expect(constraint.secondItem == nil)
      #expect(!constraint.isActive)
      constraint.constant = 3
    }
    weak var gone: UIView?
    var width: NSLayoutConstraint?
    do {
      let view = UIView()
      gone = view
      width = view.widthAnchor.constraint(equalToConstant: 3)
      width?.isActive = true
    }
    #expect(gone == nil)
    #expect(width?.firstItem == nil && width?.isActive == false)
    width?.isActive = true
    #expect(width?.isActive == false)
  }

  // MARK: Activation

  private func tree() -> (top: UIView, first: UIView, child: UIView, second: UIView) {
    let (top, first, child, second) = (UIView(), UIView(), UIView(), UIView())
    top.addSubview(first)
    first.addSubview(child)
    top.addSubview(second)
    for view in [first, child, second] { view.translatesAutoresizingMaskIntoConstraints = false }
    return (top, first, child, second)
  }

  @Test func `the nearest view that contains both items holds a constraint, once`() {
    let tree = tree()
    let own = tree.child.widthAnchor.constraint(equalToConstant: 5)
    let both = tree.child.topAnchor.constraint(equalTo: tree.second.topAnchor)
    let above = tree.child.topAnchor.constraint(equalTo: tree.first.topAnchor)
    NSLayoutConstraint.activate([own, both, above, both])
    both.isActive = true
    #expect(tree.child.constraints == [own])
    #expect(tree.first.constraints == [above])
    #expect(tree.top.constraints == [both])
    NSLayoutConstraint.deactivate([both])
    #expect(!both.isActive && tree.top.constraints.isEmpty)
  }

  @Test func `a constraint between views apart stays inactive, and those after it too`() {
    let tree = tree()
    let lone = UIView()
    let before = tree.child.widthAnchor.constraint(equalToConstant: 5)
    let apart = tree.child.topAnchor.constraint(equalTo: lone.topAnchor)
    let after = tree.child.heightAnchor.constraint(equalToConstant: 5)
    NSLayoutConstraint.activate([before, apart, after])
    #expect(before.isActive && !apart.isActive && !after.isActive)
    let last = AutoLayoutFailure.failures.last?.description ?? ""
    #expect(last.contains("no common ancestor"))
  }

  @Test func `a view that leaves takes its constraints with it, for good`() {
    let tree = tree()
    let both = tree.child.topAnchor.constraint(equalTo: tree.second.topAnchor)
    let own = tree.child.widthAnchor.constraint(equalToConstant: 5)
    NSLayoutConstraint.activate([both, own])
    tree.first.removeFromSuperview()
    #expect(!both.isActive && own.isActive)
    tree.top.addSubview(tree.first)
    #expect(!both.isActive)
  }

  // MARK: Solving

  @Test func `a required constraint that contradicts others is broken, and named with them`() throws
  {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    let wide = view.widthAnchor.constraint(equalToConstant: 200)
    wide.identifier = "wide"
    let narrow = view.widthAnchor.constraint(lessThanOrEqualToConstant: 100)
    narrow.identifier = "narrow"
    NSLayoutConstraint.activate([wide, narrow])
    root.layoutIfNeeded()
    #expect(view.frame.width == 200)
    let failure = try #require(view.constraintFailures.first)
    guard case .conflict(let broken, let others) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(broken.contains("narrow") && others.count == 1 && others[0].contains("wide"))
    // With a lower priority, it is broken without a word.
    narrow.isActive = false
    narrow.priority = .defaultHigh
    narrow.isActive = true
    root.layoutIfNeeded()
    #expect(view.constraintFailures.isEmpty && view.frame.width == 200)
    #expect(view.hasAmbiguousLayout)
  }

  @Test func `a layout after a change is the one of a new tree`() {
    func tree(_ gap: CGFloat, _ text: String, _ width: CGFloat) -> (UIView, NSLayoutConstraint) {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: width, height: 200))
      let labels = ["Title", text].map { text in
        let label = UILabel()
        label.numberOfLines = 0
        label.text = text
        label.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(label)
        label.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 8).isActive = true
        label.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -8).isActive = true
        return label
      }
      labels[0].topAnchor.constraint(equalTo: root.topAnchor).isActive = true
      let between = labels[1].topAnchor.constraint(
        equalTo: labels[0].bottomAnchor,
        constant: gap
      )
      between.isActive = true
      return (root, between)
    }
    let (root, between) = tree(4, "Short", 100)
    func expectFresh(_ gap: CGFloat, _ text: String, _ width: CGFloat) {
      root.layoutIfNeeded()
      let (other, _) = tree(gap, text, width)
      other.layoutIfNeeded()
      #expect(root.subviews.map(\.frame) == other.subviews.map(\.frame))
      let target = CGSize(width: width, height: 0)
      #expect(root.systemLayoutSizeFitting(target) == other.systemLayoutSizeFitting(target))
    }
    expectFresh(4, "Short", 100)
    between.constant = 10
    expectFresh(10, "Short", 100)
    (root.subviews[1] as? UILabel)?.text = "A text of many words that needs some lines"
    expectFresh(10, "A text of many words that needs some lines", 100)
    root.frame.size.width = 300
    expectFresh(10, "A text of many words that needs some lines", 300)
    let high = root.subviews[0].heightAnchor.constraint(equalToConstant: 50)
    high.isActive = true
    root.layoutIfNeeded()
    #expect(root.subviews[1].frame.minY == 60)
    // Contradictions come and go with constants, too.
    let low = root.subviews[0].heightAnchor.constraint(lessThanOrEqualToConstant: 50)
    low.isActive = true
    root.layoutIfNeeded()
    #expect(root.constraintFailures.isEmpty)
    low.constant = 40
    root.layoutIfNeeded()
    #expect(root.constraintFailures.count == 1)
    low.constant = 60
    root.layoutIfNeeded()
    #expect(root.constraintFailures.isEmpty && root.subviews[0].frame.height == 50)
  }

  @Test func `a hidden view of a stack gives back its room`() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 600))
    let labels = ["One", "Two", "Three"].map { text in
      let label = UILabel()
      label.text = text
      return label
    }
    let stack = UIStackView(arrangedSubviews: labels)
    stack.axis = .vertical
    stack.spacing = 10
    stack.setCustomSpacing(30, after: labels[1])
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: root.safeAreaLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: root.layoutMarginsGuide.trailingAnchor),
    ])
    root.layoutIfNeeded()
    let height = labels[0].intrinsicContentSize.height
    #expect(stack.frame == CGRect(x: 8, y: 0, width: 284, height: 3 * height + 40))
    labels[1].isHidden = true
    root.layoutIfNeeded()
    #expect(stack.frame.height == 2 * height + 10)
    #expect(labels[2].frame.minY == height + 10)
  }
}
