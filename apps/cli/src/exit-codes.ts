/** The exit codes of `kushk`, for scripts and CI jobs (docs/publishing.md). */
export const EXIT = {
  ok: 0,
  /**
   * The manifest has problems, the plugin failed a case of `plugin test` or a tool call, a usage statement does not
   * verify, or the service rejected the request.
   */
  refused: 1,
  /** The command line is wrong, a file cannot be read, or an address is missing. */
  usage: 2,
  /** The service cannot be reached, is busy, is not ready or sent an unexpected reply. A retry may succeed. */
  unreachable: 3,
  /** The key or token is missing, wrong, revoked or lacks a role. */
  credential: 4,
  /** `release submit`: no instance would offer the release, so nothing was sent. */
  wouldBeRefused: 5,
  /** `release wait`: published, and no instance offers the release. */
  noInstance: 6,
  /** `release wait`: the reviewer rejected the release. */
  rejected: 10,
  /** `release wait`: the publisher or the operator withdrew the release. */
  withdrawn: 11,
  /** `release wait`: the operator suspended the release. */
  suspended: 12,
  /** `release submit --if-exists same`: the version exists with different content. */
  versionDiffers: 13,
  /** `release wait`: the timeout passed before a decision (`EX_TEMPFAIL`). */
  stillWaiting: 75,
  /** A bug in `kushk` (`EX_SOFTWARE`). */
  fault: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** `hub` is the address of the hub of the local system. */
export const startHelp = (hub: string): string =>
  `Start here: "kushk plugin new DIR", then "kushk dev" in it. While that runs, the documents are at
${hub}/docs (the hub of the local system).
`;

/** Stands below the help of every single command. */
export const GLOBAL_HELP = '\nGlobal options, exit codes and environment: "kushk help"';

export const EXIT_CODES_HELP = `
Exit codes:
  0  success
  1  the manifest has problems, the plugin failed a case or a tool call, a statement does not verify, or the service
     refused the request
  2  the command line is wrong, or a file cannot be read
  3  no reply that helps: the service is not running (start the local one with "kushk dev"), busy or not ready, or the
     address belongs to something else; check the address, then try again
  4  the key or token is missing, wrong, revoked or lacks a role
  5  release submit: no instance would offer the release; nothing was sent
  6  release wait: the release is published, and no instance offers it
  10 release wait: the reviewer rejected the release
  11 release wait: the release was withdrawn
  12 release wait: the release was suspended
  13 release submit --if-exists same: the version exists with different content
  75 release wait: no decision before the timeout; wait again
  70 a bug in this command: please report it

Environment:
  KUSHK_BASE_URL        address of the hub (publisher and operator commands)
  KUSHK_SERVICE_ORIGIN  address of the instance (store and dev commands)
  KUSHK_PUBLISHER_KEY   publisher key (release, usage)
  KUSHK_TOKEN           bearer token of a person (operator, review, store, dev)
  KUSHK_DATA_DIR        data folder of the local system (default ~/.local/share/kushk, or kushk in XDG_DATA_HOME).
                        Only a second local system beside the first one needs another one
  KUSHK_PORT_BASE       first port of the local system (default 8080): hub; instance +1; up to +40 for its other parts.
                        A data folder keeps its first ports: for others, change KUSHK_DATA_DIR as well
  NO_COLOR              disables colours
While a local system runs, which "kushk dev" starts, the defaults come from its dev.json.
`;
