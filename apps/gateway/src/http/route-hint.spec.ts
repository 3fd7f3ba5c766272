import { describe, expect, it } from '@jest/globals';
import { routeHint } from './route-hint.js';

describe('the hint for an unknown path', () => {
  it.each([
    ['instance', '/i/ins_1/plugin/v1/records/tender/2026/17?x=1', 'encode_slash'],
    ['instance', '/i/ins_1/plugin/v1/recods/tender', 'unknown_resource'],
    ['instance', '/i/ins_1/plugin/v1installation', 'slash_after_api_base'],
    ['instance', '/i/ins_1/plugin/v1//installation', 'slash_after_api_base'],
    ['instance', '/records/tender/17', 'begin_with_api_base'],
    ['instance', '/ins_1/plugin/v1/wallet', 'begin_with_api_base'],
    ['instance', '/plugin/v1/wallet', 'begin_with_api_base'],
    ['instance', '/developer/v1/releases', 'this_is_an_instance'],
    ['instance', '/nothing', null],
    ['hub', '/i/ins_1/plugin/v1/wallet', 'this_is_the_hub'],
    ['hub', '/instance/v1/store', 'this_is_the_hub'],
    ['hub', '/wallet', 'this_is_the_hub'],
    ['hub', '/developer/v1/nothing', null],
  ] as const)('of the %s, %s, is %s', (role, url, hint) => {
    expect(routeHint(role, url)).toBe(hint);
  });
});
