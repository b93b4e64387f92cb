package import ListSimulation

/// A mistake in a team's own code: the client, the mapping, the server, or the screen of a feed that
/// loads more without a pager.
///
/// Most are taken from public issues about load-more code in apps and services.
package enum TeamMistake: String, CaseIterable, Sendable {
  // The client.
  case nothingGuardsTheTrigger
  case endSurvivesThePull
  case countsToATotal
  case looksOnlyWhileScrolling
  case countsInTheFullList
  case lateAnswersWin
  case keepsTheOldCursor
  case failureEndsTheList
  case ignoresRetryAfter
  case loadsInBackground
  case retryDoesNothing
  // The mapping.
  case dropsTheLastOfAPage
  case namesRowsByIndex
  case contentsAreCachedByID
  case mapsNoText
  case appendsDuplicates
  // The server.
  case skipsRowsAtPageBorders
  case servesTheFirstSnapshot
  case endsAtAShortPage
  case servesOldTexts
  case ordersTiesAnyhow
  case countsHiddenRowsOnly
  // The screen.
  case hidesNeighbours
  case showsOnlyLongerLists
  case neverEndsRefreshing

  /// Whose code has the mistake.
  package enum Part: String, Sendable { case client, mapping, server, screen }

  /// Whose code has the mistake.
  package var part: Part {
    switch self {
    case .nothingGuardsTheTrigger, .endSurvivesThePull, .countsToATotal, .looksOnlyWhileScrolling,
      .countsInTheFullList, .lateAnswersWin, .keepsTheOldCursor, .failureEndsTheList,
      .ignoresRetryAfter, .loadsInBackground, .retryDoesNothing:
      .client
    case .dropsTheLastOfAPage, .namesRowsByIndex, .contentsAreCachedByID, .mapsNoText,
      .appendsDuplicates:
      .mapping
    case .skipsRowsAtPageBorders, .servesTheFirstSnapshot, .endsAtAShortPage, .servesOldTexts,
      .ordersTiesAnyhow, .countsHiddenRowsOnly:
      .server
    case .hidesNeighbours, .showsOnlyLongerLists, .neverEndsRefreshing: .screen
    }
  }

  /// The mistake in words.
  package var summary: String {
    switch self {
    case .nothingGuardsTheTrigger: "each frame near the end asks for the next page"
    case .endSurvivesThePull: "a refresh does not forget that the list had ended"
    case .countsToATotal: "there is more as long as fewer posts came than the server's stale total"
    case .looksOnlyWhileScrolling: "a first page that does not fill the screen asks for none"
    case .countsInTheFullList: "the place on screen is looked up in the list with hidden posts"
    case .lateAnswersWin: "a page that was asked for before a refresh is appended after it"
    case .keepsTheOldCursor: "a refresh replaces the posts and keeps the cursor"
    case .failureEndsTheList: "a failure is taken for the end"
    case .ignoresRetryAfter: "a failed page is asked for again at once"
    case .loadsInBackground: "the client does not know that no user looks"
    case .retryDoesNothing: "a tap on the failed footer does nothing"
    case .dropsTheLastOfAPage: "the last post of a page is not mapped"
    case .namesRowsByIndex: "rows are named by their index"
    case .contentsAreCachedByID: "a post that is known is not mapped again"
    case .mapsNoText: "the text of a post is not mapped"
    case .appendsDuplicates: "a post that comes twice is shown twice"
    case .skipsRowsAtPageBorders: "the first post after a cursor is skipped"
    case .servesTheFirstSnapshot: "posts that came after the start are not served"
    case .endsAtAShortPage: "a page that was shortened by a filter has no cursor"
    case .servesOldTexts: "texts are served from a cache that is never emptied"
    case .ordersTiesAnyhow: "posts of one time have another order in each page"
    case .countsHiddenRowsOnly: "a page has all posts but those of one author"
    case .hidesNeighbours: "the post below a hidden one is hidden too"
    case .showsOnlyLongerLists: "a list is shown only if its length has changed"
    case .neverEndsRefreshing: "the refresh control turns without end"
    }
  }

  /// The feed with the mistake.
  package var subject: SimSubject { TeamFeed.subject(self) }

  /// The feed without a mistake.
  package static var rightSubject: SimSubject { TeamFeed.subject(nil) }
}
