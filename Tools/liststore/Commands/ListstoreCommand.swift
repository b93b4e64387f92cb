import ArgumentParser

/// The root of the command line.
struct ListstoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "liststore",
    abstract: "Keeps lists in one file, every version and every change of them.",
    discussion: """
      A store is one SQLite file with any number of lists. A list is sections of cells; every \
      commit makes its next version and records the change that leads there. DB is the path of a \
      store, LIST the name of a list in it.

      EXAMPLES
        liststore commit home.db home list.json      commit a list document
        liststore set home.db home a3 '{"stars":2}'  change one cell
        liststore log home.db home -p                what happened to it, old → new
        liststore show home.db home --at 1           a version as it was
        liststore changes home.db home --follow      every change, as it is made
        liststore open home.db                       all of it in a browser
        liststore import-git src.db files .          the history of a repository

      EXIT STATUS
        0  done
        1  the data says no: invalid document, unknown list, failed proof …
        2  the command line is wrong
        3  a file, a repository or the store cannot be used
        4  another process holds the store: try again
        5  the device failed during a commit: it may have happened or not

      Text is for people; --json prints one JSON object per line. Errors go to standard error. \
      Colours appear on terminals only, and never when NO_COLOR is set and not empty.
      """,
    version: "0.1.0-dev",
    groupedSubcommands: [
      CommandGroup(
        name: "Writing",
        subcommands: [
          CommitCommand.self, SetCommand.self, InsertCommand.self, MoveCommand.self,
          DeleteCommand.self, ImportCommand.self, ImportGitCommand.self, RevertCommand.self,
          UndoCommand.self, RedoCommand.self,
        ]
      ),
      CommandGroup(
        name: "Reading",
        subcommands: [
          ListsCommand.self, LogCommand.self, ShowCommand.self, ChangesCommand.self,
          DiffCommand.self, QueryCommand.self, OpenCommand.self,
        ]
      ),
      CommandGroup(
        name: "Proving",
        subcommands: [
          ReplayCommand.self, VerifyCommand.self, StatsCommand.self, SimulateCommand.self,
        ]
      ),
      CommandGroup(
        name: "Keeping",
        subcommands: [
          ServeCommand.self, FollowCommand.self, PushCommand.self, PullCommand.self,
          LogStatusCommand.self, CursorsCommand.self, CompactCommand.self, ClearCommand.self,
          BackupCommand.self, RestoreCommand.self, RepairCommand.self,
          ExportCommand.self, ImportHistoryCommand.self, ManualCommand.self,
        ]
      ),
    ]
  )
}
