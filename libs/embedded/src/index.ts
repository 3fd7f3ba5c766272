export { ServerStartError, type RunningServer, type StartFailure } from './running-server.js';
export { freePort, isPortFree, requireFreePort } from './ports.js';
export { startServer, type ServerCommand } from './server-process.js';
export { startPostgres, type PostgresOptions } from './postgres.js';
export { postgresPrograms } from './postgres-location.js';
export { natsBinary, pingLines, startNats, type NatsOptions, type NatsTopology } from './nats.js';
export { endProcess, startTimeOf, waitUntil } from './processes.js';
export { hubTopology, instanceLines, instanceTopology, operatorLines } from './fleet-topology.js';
export { natsUrlOf, sharedTopology, userList, type NatsPasswords } from './nats-users.js';
