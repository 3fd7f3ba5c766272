/** What to enter at the sign-in provider. */
import type { Answers } from './answers.js';

export function providerPage(answers: Answers): string {
  const { scope, url } = answers;
  const hasSecret = answers['sign_in.client_secret_file'] !== null;
  return `# Sign-in provider: settings for ${scope === 'hub' ? 'the hub' : `the instance ${scope}`}

The issuer is ${answers['sign_in.issuer']}. Create a client for the pages:

| setting | value |
| --- | --- |
| client id | ${answers['sign_in.client_id']} |
| client authentication | ${hasSecret ? 'client_secret_basic, with PKCE' : 'none: a public client with PKCE'} |
| redirect URI | ${url}/session/callback |
| post-logout redirect URI | ${url}/ |
| back-channel logout URI, with sid | ${url}/session/backchannel-logout |
| scopes, response type | openid profile email, code |
| audience of access tokens | ${answers['sign_in.audience']} |

Access tokens are JWTs with \`iat\`, signed with a key of the provider's \`jwks_uri\` (RS256, PS256, ES256, ES384 or EdDSA). The pages send no
\`resource\`, so this audience is the default of the client. The audience is of this scope alone: a common one would let a token that an instance has
received work at the hub. The first ${scope === 'hub' ? 'operator' : 'platform administrator'} is the person with the subject (\`sub\`) ${answers.first_person}.
`;
}
