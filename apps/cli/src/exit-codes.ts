/** What the command says to the shell. Scripts rely on these numbers. */
export const EXIT = {
  ok: 0,
  /** The manifest has problems, or the service refused. */
  refused: 1,
  /** The command line itself is wrong, a file cannot be read, an address is missing. */
  usage: 2,
  /** The service cannot be reached, is not ready or answered what it should not: try again later. */
  unreachable: 3,
  /** The key or token is missing, wrong, revoked, or has not the role that is needed. */
  credential: 4,
  /** `release wait`: the reviewer rejected the release. */
  rejected: 10,
  /** `release wait`: it was taken back, by its publisher or the operator. */
  withdrawn: 11,
  /** `release wait`: the operator has stopped it across the fleet. */
  suspended: 12,
  /** `release submit --if-exists same`: the version is taken, with other content. */
  versionDiffers: 13,
  /** `release wait`: nothing is wrong, the time is over (`EX_TEMPFAIL`): wait again. */
  stillWaiting: 75,
  /** A fault of the command itself (`EX_SOFTWARE`). */
  fault: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0  done; nothing to object to
  1  the manifest has problems, or the service refused
  2  the command line is wrong, or a file cannot be read
  3  the service cannot be reached or is not ready: try again later
  4  the key or token is missing, wrong, revoked or has not the role
  10 release wait: the reviewer rejected the release
  11 release wait: the release was withdrawn
  12 release wait: the release was suspended
  13 release submit --if-exists same: the version exists with other content
  75 release wait: the time is over and nothing is decided; wait again
  70 a fault of the command itself: please report it

Environment:
  KUSHK_BASE_URL        address of the hub (publisher and operator commands)
  KUSHK_SERVICE_ORIGIN  address of the instance (dev commands)
  KUSHK_PUBLISHER_KEY   publisher key (release, usage)
  KUSHK_TOKEN           bearer token of a person (operator, dev)
  NO_COLOR              no colours
In a checkout whose development system has been started, .kushk/dev.json stands in for what is not given.
`;
