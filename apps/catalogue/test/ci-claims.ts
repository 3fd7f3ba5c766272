/** The claims of identity tokens as the documents of three CI systems print them, without the times. */

/** docs.github.com, "OpenID Connect reference". */
export const github = {
  iss: 'https://token.actions.githubusercontent.com',
  jti: '4a576b35-ff09-41c5-af2c-ca62dd89b76a',
  sub: 'repo:acme/invoices:ref:refs/heads/main',
  aud: 'https://hub.example',
  ref: 'refs/heads/main',
  sha: '76cb2978acb72029ac23277a6192eea1707c6a2c',
  repository: 'acme/invoices',
  repository_id: '74',
  repository_owner: 'acme',
  repository_owner_id: '65',
  repository_visibility: 'private',
  actor: 'octocat',
  actor_id: '12',
  event_name: 'push',
  head_ref: '',
  base_ref: '',
  ref_type: 'branch',
  ref_protected: 'true',
  run_id: '43',
  run_number: '10',
  run_attempt: '2',
  runner_environment: 'github-hosted',
  workflow: 'release',
  workflow_ref: 'acme/invoices/.github/workflows/release.yml@refs/heads/main',
  workflow_sha: '76cb2978acb72029ac23277a6192eea1707c6a2c',
  job_workflow_ref: 'acme/invoices/.github/workflows/release.yml@refs/heads/main',
  job_workflow_sha: '76cb2978acb72029ac23277a6192eea1707c6a2c',
};

/** docs.gitlab.com, "OpenID Connect (OIDC) Authentication Using ID Tokens". */
export const gitlab = {
  iss: 'https://gitlab.example',
  jti: '4fd07b67-10e8-4fa5-8017-76307ad75a65',
  sub: 'project_path:acme/team/invoices:ref_type:branch:ref:main',
  aud: 'https://hub.example',
  namespace_id: '72',
  namespace_path: 'acme/team',
  project_id: '20',
  project_path: 'acme/team/invoices',
  user_id: '1',
  user_login: 'sample-user',
  user_email: 'sample-user@example.com',
  pipeline_id: '574',
  pipeline_source: 'push',
  job_id: '302',
  ref: 'main',
  ref_type: 'branch',
  ref_path: 'refs/heads/main',
  ref_protected: 'true',
  runner_id: 1,
  runner_environment: 'self-hosted',
  sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
  project_visibility: 'private',
  ci_config_ref_uri: 'gitlab.example/acme/team/invoices//.gitlab-ci.yml@refs/heads/main',
  ci_config_sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
};

/** forgejo.org, "Forgejo Actions | Security OpenID Connect": no `jti` and, in older versions, no ids. */
export const forgejo = {
  iss: 'https://forgejo.example/api/actions',
  sub: 'repo:acme/invoices:ref:refs/heads/main',
  aud: 'https://hub.example',
  actor: 'user1',
  event_name: 'push',
  ref: 'refs/heads/main',
  ref_protected: 'false',
  ref_type: 'branch',
  repository: 'acme/invoices',
  repository_owner: 'acme',
  run_attempt: '1',
  run_id: '43',
  run_number: '43',
  sha: '76cb2978acb72029ac23277a6192eea1707c6a2c',
  workflow: 'release.yml',
  workflow_ref: 'acme/invoices/.forgejo/workflows/release.yml@refs/heads/main',
};

/** A newer Forgejo: ids beside the names, and in the `sub` of new repositories. */
export const newerForgejo = {
  ...forgejo,
  sub: 'repo:acme-65/invoices-74:ref:refs/heads/main',
  actor_id: '12',
  repository_id: '74',
  repository_owner_id: '65',
};
