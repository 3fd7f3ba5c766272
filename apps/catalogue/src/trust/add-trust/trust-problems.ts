/** What is wrong with a trust that an operator wants to add. */
import { requestProblem, type Problem } from '@kushk/contracts';

export interface ClaimedTrust {
  readonly issuer: string;
  readonly claims: Readonly<Record<string, string>>;
}

const MAX_CLAIMS = 20;
const PATTERN_MAX_CHARACTERS = 512;
const CLAIM_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
/** The trust has fields of its own for some of them; the others change with each token. */
const RESERVED = ['iss', 'aud', 'exp', 'iat', 'nbf', 'jti'];
/** One of them names the repository: GitHub and Forgejo the first, GitLab the second. */
const REPOSITORY_CLAIMS = { repository: 'repository_id', project_path: 'project_id' } as const;
/** Without one of them, any branch could submit, also one that a stranger proposes. */
const ORIGIN_CLAIMS = ['ref', 'ref_path', 'sub', 'environment'];
/** Forgejo; its older versions have no `repository_id`. */
const FORGEJO_ISSUER = /\/api\/actions$/;
const CONTROL = /[\u0000-\u001f\u007f]/;

export function claimsProblems({ issuer, claims }: ClaimedTrust): readonly Problem[] {
  const entries = Object.entries(claims);
  if (entries.length > MAX_CLAIMS)
    return [
      problem('out_of_range', '/claims', [`must have at most ${MAX_CLAIMS}`, `باید حداکثر ${MAX_CLAIMS} ادعا باشد`]),
    ];
  return [
    ...entries.flatMap(([name, pattern]) => entryProblems(name, pattern)),
    ...repositoryProblems(issuer, claims),
    ...(ORIGIN_CLAIMS.some((name) => Object.hasOwn(claims, name))
      ? []
      : [
          problem('required', '/claims', [
            `must name the branch or the environment by one of ${ORIGIN_CLAIMS.join(', ')}`,
            `باید شاخه یا محیط را با یکی از ${ORIGIN_CLAIMS.join('، ')} نام ببرد`,
          ]),
        ]),
  ];
}

function entryProblems(name: string, pattern: string): readonly Problem[] {
  const path = `/claims/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (RESERVED.includes(name))
    return [problem('not_allowed', path, ['is checked for every token', 'برای هر توکن بررسی می‌شود'])];
  if (!CLAIM_NAME.test(name)) return [problem('pattern', path, ['is no name of a claim', 'نام ادعا نیست'])];
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > PATTERN_MAX_CHARACTERS || CONTROL.test(pattern))
    return [
      problem('format', path, [
        `must be a text of 1 to ${PATTERN_MAX_CHARACTERS} characters`,
        `باید متنی از ۱ تا ${PATTERN_MAX_CHARACTERS} نویسه باشد`,
      ]),
    ];
  return [];
}

/** A repository that is deleted or renamed frees its name for another owner; its id is never used again. */
function repositoryProblems(issuer: string, claims: Readonly<Record<string, string>>): readonly Problem[] {
  const named = Object.entries(REPOSITORY_CLAIMS).find(([name]) => Object.hasOwn(claims, name));
  if (named === undefined)
    return [
      problem('required', '/claims', [
        'must name the repository by repository or project_path',
        'باید مخزن را با repository یا project_path نام ببرد',
      ]),
    ];
  const [name, idName] = named;
  const id = claims[idName];
  const isInFull = /^[^/*]+(?:\/[^/*]+)+$/.test(String(claims[name]));
  return [
    ...(isInFull
      ? []
      : [problem('pattern', `/claims/${name}`, ['must be the repository in full', 'باید نام کامل مخزن باشد'])]),
    ...(id === undefined && !FORGEJO_ISSUER.test(issuer)
      ? [problem('required', `/claims/${idName}`, ['is the id of the repository', 'شناسهٔ مخزن است'])]
      : []),
    ...(id !== undefined && !/^\d+$/.test(String(id))
      ? [problem('pattern', `/claims/${idName}`, ['must be digits', 'باید فقط رقم باشد'])]
      : []),
  ];
}

function problem(code: string, path: string, [message, message_fa]: readonly [string, string]): Problem {
  return requestProblem(code, path, { message, message_fa });
}
