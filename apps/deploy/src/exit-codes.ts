/** The exit codes of `kushk-deploy`, for scripts; those that `kushk` has too mean the same. */
export const EXIT = {
  ok: 0,
  /** Something was found: see `EXIT_CODES_HELP`. */
  found: 1,
  /** The command line or the environment is wrong, or the services are not built. */
  usage: 2,
  /** PostgreSQL or NATS cannot be reached, or does not accept work. A retry may succeed. */
  unreachable: 3,
  /** A bug (`EX_SOFTWARE`). */
  fault: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0   success, and nothing was found
  1   check, verify, parked or rebuild found something, an older version is connected, or the log of a backup is missing
  2   the command line, the environment or a backup does not allow it, or the services are not built
  3   PostgreSQL or NATS cannot be reached; check the addresses, then try again
  70  a bug in this command: please report it

Environment: the variables of the process of the service; commands with a folder read them there.`;

/** A problem that its message explains; no stack is shown. */
export class Failure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}
