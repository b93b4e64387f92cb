/// The name that layouts have in KarrotListKit and TurboListKit.
public typealias DefaultCompositionalLayoutSectionFactory = SectionLayout
