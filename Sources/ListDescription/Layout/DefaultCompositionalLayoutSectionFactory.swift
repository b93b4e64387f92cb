/// The name of ``SectionLayout`` in KarrotListKit and TurboListKit.
public typealias DefaultCompositionalLayoutSectionFactory = SectionLayout
