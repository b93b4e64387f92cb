package import ListSimulation

/// A mistake of a kind found in released apps, pagers, adapters and stores.
///
/// Each is a wrapper around correct code, and shows how the simulation finds the mistake.
package enum Mistake: String, CaseIterable, Sendable {
  // The pager.
  case asksTwice
  case keepsOvertakenAnswers
  case skipsFailedPages
  case ignoresRetryAfter
  case loadsInBackground
  case looksOnlyWhileScrolling
  case forgetsToSayShown
  case showsStatesEarly
  // The store.
  case storesKeysApart
  case losesLastCells
  case believesInFullDisks
  // The adapter.
  case dropsListsWhileAnimating
  case forgetsReplacedCompletions
  case showsReplacedListsLater
  case ignoresAnchors
  case endsRefreshWithAnyList
  case neverEndsRefresh
  case tellsEndInEveryPicture
  case selectsNeighbours
  case forgetsDisappearances
  // The layout.
  case staysBelowShorterLists
  case ignoresRotations
  case seesOneRowOnly

  /// The part with the mistake.
  package enum Part: String, Sendable {
    case pager, store, adapter, layout
  }

  /// The part with the mistake.
  package var part: Part {
    switch self {
    case .asksTwice, .keepsOvertakenAnswers, .skipsFailedPages, .ignoresRetryAfter,
      .loadsInBackground, .looksOnlyWhileScrolling, .forgetsToSayShown, .showsStatesEarly:
      .pager
    case .storesKeysApart, .losesLastCells, .believesInFullDisks: .store
    case .dropsListsWhileAnimating, .forgetsReplacedCompletions, .showsReplacedListsLater,
      .ignoresAnchors, .endsRefreshWithAnyList, .neverEndsRefresh, .tellsEndInEveryPicture,
      .selectsNeighbours, .forgetsDisappearances:
      .adapter
    case .staysBelowShorterLists, .ignoresRotations, .seesOneRowOnly: .layout
    }
  }

  /// The mistake in words.
  package var summary: String {
    switch self {
    case .asksTwice: "every page is asked for twice at a time"
    case .keepsOvertakenAnswers: "answers that a refresh has overtaken are stored"
    case .skipsFailedPages: "after a failure the page after it is asked for"
    case .ignoresRetryAfter: "the remote is asked again before it wants to be"
    case .loadsInBackground: "the pager does not know that no user looks"
    case .looksOnlyWhileScrolling: "a page that does not fill the screen asks for none"
    case .forgetsToSayShown: "the pager is not told that a refresh is on screen"
    case .showsStatesEarly: "a state is shown before the version it belongs to"
    case .storesKeysApart: "keys and cells are stored in two transactions"
    case .losesLastCells: "the last cell of a long page is not stored"
    case .believesInFullDisks: "a commit that has failed is taken for made"
    case .dropsListsWhileAnimating: "a list that comes during an animation is dropped"
    case .forgetsReplacedCompletions: "a list that was replaced in the queue is never answered"
    case .showsReplacedListsLater:
      "a list that was replaced in the queue is shown after the newer one"
    case .ignoresAnchors: "what comes above pushes down what is on screen"
    case .endsRefreshWithAnyList: "any list that is shown ends the refresh"
    case .neverEndsRefresh: "the refresh control turns without end"
    case .tellsEndInEveryPicture: "the end is told in every picture, and not after an update"
    case .selectsNeighbours: "a tap is taken for the place, which has changed, not for the cell"
    case .forgetsDisappearances: "some cells are not told that they have disappeared"
    case .staysBelowShorterLists: "the screen stays where a longer list was"
    case .ignoresRotations: "what a larger screen shows is not looked at"
    case .seesOneRowOnly: "only the first row on screen is counted"
    }
  }

  /// The feed with the mistake.
  package var subject: SimSubject {
    switch self {
    case .dropsListsWhileAnimating, .forgetsReplacedCompletions, .showsReplacedListsLater,
      .ignoresAnchors, .endsRefreshWithAnyList, .neverEndsRefresh, .staysBelowShorterLists,
      .ignoresRotations, .selectsNeighbours, .forgetsDisappearances, .tellsEndInEveryPicture:
      SimSubject(
        present: { MistakenPresenter(self, $0, $1) },
        { MistakenFeed(self, $0) }
      )
    default:
      SimSubject { MistakenFeed(self, $0) }
    }
  }
}
