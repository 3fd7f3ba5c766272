/** The environment variables of `npm start`, as `docs/reference/configuration.md` lists them. */
export const startVariables = {
  KUSHK_PORT_BASE: {
    text: "the hub's port; all others follow from it: instance +1, PostgreSQL +20, NATS +21, sign-in +22, sample plugin +23, health +28, +29 and +31 to +37. Data belongs to the ports with which it was created",
    fallback: '8080',
  },
  KUSHK_DATA_DIR: { text: 'the data folder', fallback: '`.kushk`' },
  KUSHK_DEMO: {
    text: '`small` leaves out what is added after the start: more plugins in every status, and an inbox with proposals and sources of every kind. `months` adds two closed months with their statements, for which the [test clock](reference/test-clock.md) is moved',
    fallback: 'everything',
  },
  KUSHK_POSTGRES_URL: {
    text: 'a running PostgreSQL 18, with a role that may create databases and roles',
    fallback: 'its own',
  },
  KUSHK_NATS_URL: { text: 'a running NATS with JetStream and `max_payload: 8MB`', fallback: 'its own' },
  KUSHK_REGISTRY_URL: {
    text: 'the registry of images, such as the one that `npm run registry` starts ([registry](reference/registry.md))',
    fallback: 'none',
  },
  KUSHK_CONTAINER_ENGINE: {
    text: 'address of the container engine ([containers](reference/containers.md))',
    fallback: 'the first one that answers',
  },
  KUSHK_BUILT: { text: '`yes`: everything is built already, so the start does not build', fallback: 'it builds' },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly fallback: string }>>;
