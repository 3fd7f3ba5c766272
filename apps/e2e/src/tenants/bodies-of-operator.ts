/** Valid bodies of operations that no tenant sends. */
export const bodiesOfOperator: readonly (readonly [operation: string, body: object])[] = [
  [
    'post /operator/v1/publishers/{id}/trusts',
    {
      issuer: 'https://ci.example',
      audience: 'https://hub.example',
      claims: { repository: 'acme/one', repository_id: '1', ref: 'refs/heads/main' },
      plugin_id: 'ir.acme.one',
      scopes: ['read'],
      public: false,
    },
  ],
];
