/** `kushk store resend` and `resume-deliveries`, for an admin who does not want to wait. */
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { InstanceClient } from '../dev/instance-client.js';
import { sendWaiting } from '../dev/waiting-deliveries.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table, type Terminal } from '../terminal.js';

/** Ends with exit code 1 when one of the calls is not accepted again. */
export async function resendCalls(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const sent = await terminal.withProgress(
    terminal.translate`Sending`,
    sendWaiting(client, id, new AbortController().signal),
  );
  const rows = sent.map(({ type, status, attempts }) => {
    const { status: answer = null, error = null } = attempts.at(-1) ?? {};
    return [`  ${type}`, status, answer === null ? (error ?? '-') : String(answer)];
  });
  terminal.result({ sent }, [
    ...(rows.length === 0 ? [terminal.translate`no call waits for a further attempt`] : table(rows)),
  ]);
  return sent.every(({ status }) => status === 'delivered') ? EXIT.ok : EXIT.refused;
}

/** Ends a stop after a 410 and closes the circuits, so that what waits is sent in its order. */
export async function resumeDeliveries(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const health = await terminal.withProgress(terminal.translate`Sending`, client.resumeDeliveries(id));
  terminal.result(health, [
    terminal.translate`the calls to ${id} are resumed: what waits is sent now, the oldest first`,
    terminal.translate`a plugin that answers 410 again is stopped again; while it cannot work, it answers 503`,
    terminal.translate`next: "kushk dev logs" shows the answers in development; "kushk store installed" shows whether the plugin accepts its calls`,
  ]);
  return EXIT.ok;
}
