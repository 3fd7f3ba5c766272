import { queryOptions } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';

export type Rule = InstanceComponents['schemas']['RuleResource'];

const MOST_RULES = 200;

/** All rules of the organisation, and the types of records for which there can be rules. For admins. */
export const rulesQuery = () =>
  queryOptions({
    queryKey: ['rules', 'all'],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/rules', { params: { query: { limit: MOST_RULES } }, signal })),
  });
