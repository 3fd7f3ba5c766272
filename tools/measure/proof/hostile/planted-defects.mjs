/** The planted defects of the hostile proof in what callers send: each lets an attack succeed. */

/** @returns {readonly { file: string, find: string, replace: string }[]} */
export const change = (file, find, replace) => [{ file, find, replace }];
export const gateway = (file, find, replace) => change(`apps/gateway/dist/${file}`, find, replace);

const sessions = {
  /** A sign-in continues the session of a cookie that is there. */
  'planted-cookie-signs-in': gateway(
    'session/browser-sign-in.js',
    'const sessionToken = newCookieToken();',
    'const sessionToken = cookies.sessionToken(headers) ?? newCookieToken();',
  ),
  /** The session that a sign-in replaces goes on. */
  'unreplaced-sessions': gateway('session/browser-sign-in.js', 'replaces: started.replaces', 'replaces: null'),
  /** Any origin may write with a session cookie. */
  'any-origin-writes': gateway(
    'session/own-request.js',
    'const isOwn = origin === ownOrigin &&',
    'const isOwn = true ||',
  ),
  /** A form may write with a session cookie. */
  'any-media-type-writes': gateway('session/own-request.js', ' || !JSON_TYPE.test(type)', ''),
  /** Any site may begin a read with a session cookie. */
  'any-site-reads': gateway('session/own-request.js', "if (site !== undefined && site !== 'same-origin'", 'if (false'),
  /** A sign-in is not tied to the browser that began it. */
  'any-sign-in-completes': gateway('session/session-cookies.js', '`sign-in ${token} ${state}`', '`sign-in ${state}`'),
  /** An image or a frame may begin a sign-in. */
  'embedded-sign-in': gateway('session/browser-sign-in.js', 'assertNavigation(request);', ''),
  /** A path that browsers read as another host is a path of ours. */
  'any-return-path': [
    ...gateway('session/return-path.js', "if (url.origin !== ANY_ORIGIN || path.startsWith('//') ||", 'if ('),
    ...gateway('session/return-path.js', 'return path;', 'return given;'),
  ],
  /** A handle is accepted from every origin. */
  'handles-of-any-origin': gateway(
    'authentication/installation-token-authenticator.js',
    'const isFromPage = request.headers.origin === claims.origin;',
    'const isFromPage = true;',
  ),
};

const rights = {
  /** Who calls is known from the head of a request alone. */
  'rights-of-the-head': gateway(
    'http/current-caller.js',
    'if (performance.now() - request.authenticatedAtMs < FRESH_MS) return',
    'if (request.authenticated !== null) return',
  ),
  /** A decision does not ask for the role of its caller. */
  'roles-of-the-head': change(
    'libs/broker/dist/handlers/caller-role.js',
    'return roles.some((role)=>current.includes(role)) ? decide(states)',
    'return current !== null ? decide(states)',
  ),
};

const tokens = {
  /** A token of another kind is an access token. */
  'any-kind-of-token': gateway(
    'authentication/sign-in.client.js',
    'if (OTHER_TOKENS_CLAIMS.some((claim)=>claim in claims)) return false;',
    '',
  ),
  /** A token for another audience is accepted. */
  'any-audience': gateway(
    'authentication/sign-in.client.js',
    'audience,\n                algorithms: ALGORITHMS,\n                clockTolerance: CLOCK_TOLERANCE_SECONDS,\n                requiredClaims',
    'algorithms: ALGORITHMS,\n                clockTolerance: CLOCK_TOLERANCE_SECONDS,\n                requiredClaims',
  ),
  /** Any signed token with a name ends sessions. */
  'any-logout-token': gateway('authentication/sign-in.client.js', 'if (!isLogout || names.length', 'if (names.length'),
};

tokens['logout-spares-tokens'] = change(
  'libs/person-session/dist/person-sessions.view.js',
  'return issued_at !== undefined && new Date(issued_at) <',
  'return issued_at === null && new Date(issued_at) <',
);

const tenants = {
  /** A publisher finds the releases of every publisher. */
  'releases-of-others': change(
    'apps/catalogue/dist/release/releases.view.js',
    "if (publisherId !== null) query.andWhere('submission.publisher_id",
    "if (publisherId === '') query.andWhere('submission.publisher_id",
  ),
  /** Everybody is a member of every publisher. */
  'portal-of-any-publisher': change(
    'apps/catalogue/dist/member/authenticate-member/authenticate-member.handler.js',
    "publisher.status === 'absent' || member.status !== 'active'",
    "publisher.status === 'absent'",
  ),
  /** Staff needs no certain role. */
  'any-staff-role': gateway(
    'authentication/caller.js',
    'if (!roles.some((role)=>caller.roles.includes(role))) throw',
    'if (caller.roles.length === 0) throw',
  ),
  /** An admin adds purchased MU in production. */
  'purchases-of-admins': [
    ...gateway(
      'authentication/sign-in-authenticators.js',
      'if (!mayPurchase && !this.environment.production)',
      'if (!mayPurchase)',
    ),
  ],
  /** Everybody finds every installation. */
  'installations-of-others': change(
    'apps/installation/dist/installation/get-installation/get-installation.handler.js',
    'organisation_id !== null && row.organisation_id !== organisation_id',
    'false',
  ),
  /** A cursor may contain what no table can. */
  'unchecked-cursors': change('libs/contracts/dist/cursor.js', "&& !key.includes('\\u0000')", ''),
  /** A plugin calls every tool of the MCP server. */
  'tools-without-scope': gateway(
    'plugin/mcp/reading-tools.js',
    'readingTools.filter(({ scope })=>isScopeGranted(scope, scopes))',
    'readingTools',
  ),
};

const consent = {
  /** The active plan may become dearer. */
  'dearer-without-consent': change(
    'libs/manifest/dist/harmless-changes.js',
    "!isActivePlan(name) || isText || member === 'rates' && isLowerRate(change)",
    'true',
  ),
  /** A declared proposal may get more actions. */
  'power-without-consent': change(
    'libs/manifest/dist/harmless-changes.js',
    "member === 'actions' && isSubset(after, before)",
    "member === 'actions'",
  ),
  /** What was secret is shown when the schema no longer says so. */
  'unmarked-secrets-shown': change('libs/manifest/dist/complete-settings.js', '            ...secrets\n', ''),
};

const storedRecords = {
  /** Records have no quota. */
  'unlimited-records': change(
    'apps/workspace/dist/record/put-record/put-record.js',
    'if (used + writtenBytes > record_bytes_per_day) return',
    'if (used + writtenBytes < 0) return',
  ),
};

const evaluation = {
  /** What strangers write is evaluated where everybody is authenticated. */
  'evaluation-in-the-event-loop': change(
    'libs/runtime/dist/evaluation/thread-evaluator.js',
    'run(tenant, name, ...input) {\n',
    "run(tenant, name, ...input) {\n        return import('./evaluations.js').then(({ evaluations })=>evaluations[name](...input));\n",
  ),
};

const edge = {
  /** A request may name several hosts. */
  'several-hosts': change('libs/runtime/dist/several-hosts.js', '.length > 1', '.length > 9'),
  /** The HTTP parser accepts what is ambiguous. */
  'lenient-http': gateway(
    'page-origins/serve-page-origins.js',
    'createServer(options, ',
    'createServer({ ...options, insecureHTTPParser: true }, ',
  ),
  /** A file outside the folder is an error of ours. */
  'unmapped-file-errors': change(
    'libs/edge/dist/error-mapping.js',
    'if (status === FORBIDDEN) return byStatus[404];',
    'if (status === FORBIDDEN) return undefined;',
  ),
  /** Metrics are on the public port. */
  'public-metrics': gateway(
    'create-gateway.js',
    "server.get('/health/live',",
    "server.get('/metrics', (_request, reply)=>reply.send('metrics'));\n    server.get('/health/live',",
  ),
  /** The last of two keys wins. */
  'lenient-json': change(
    'libs/contracts/dist/strict-json.js',
    'if (countKeys(value) !== keys) throw',
    'if (keys < 0) throw',
  ),
  /** A process without the variable is in development. */
  'development-by-default': change(
    'libs/runtime/dist/config.js',
    "from.optional('KUSHK_ENVIRONMENT', oneOf('development', 'production', 'test'))",
    "(from.optional('KUSHK_ENVIRONMENT', oneOf('development', 'production', 'test')) ?? 'development')",
  ),
  /** Callers without a credential are not limited. */
  'unlimited-callers': gateway(
    'http/rate-limits.config.js',
    "name: 'anyone',\n        quota: 600,\n        windowSeconds: MINUTE,\n        burst: 300",
    "name: 'anyone',\n        quota: 600000,\n        windowSeconds: MINUTE,\n        burst: 300000",
  ),
};

const pages = {
  /** A browser calls a container in the name of the service. */
  'service-path-for-anyone': gateway('page-origins/forwardable.js', 'if (mayBeCallOfService(', 'if (false && ('),
  /** A browser's claims pass. */
  'claims-pass': gateway(
    'page-origins/forwarded-headers.js',
    'function isClaim(name) {',
    'function isClaim(name) {\n    return false;',
  ),
  /** An address may name a host of its own. */
  'absolute-addresses-pass': gateway('page-origins/forwardable.js', "!url.startsWith('/') || ", ''),
  /** A container says who embeds its page. */
  'container-headers-pass': gateway('page-origins/forwarded-headers.js', ' || NOT_OF_PLUGIN.test(name)', ''),
  /** An ambiguous answer of a container is read. */
  'lenient-containers': gateway(
    'page-origins/upstream.client.js',
    'agent: false,',
    'agent: false, insecureHTTPParser: true,',
  ),
};

export const edgeDefects = {
  ...{ ...sessions, ...rights, ...tokens, ...tenants, ...consent, ...storedRecords, ...evaluation, ...edge, ...pages },
};
