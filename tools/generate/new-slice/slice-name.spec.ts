import { describe, expect, it } from '@jest/globals';
import { sliceName } from './slice-name.js';

const streams = ['hold', 'price-list', 'wallet'];

describe('sliceName', () => {
  it('derives all names from the path of a command', () => {
    expect(sliceName('wallet/freeze-wallet', 'command', streams)).toEqual({
      kind: 'command',
      service: 'wallet',
      stream: 'wallet',
      slice: 'freeze-wallet',
      functionName: 'freezeWallet',
      typeName: 'FreezeWallet',
      handlerClass: 'FreezeWalletHandler',
      contractName: 'freezeWallet',
      subject: 'wallet.freeze',
    });
  });

  it('finds the stream by its plural name and prefers the longest match', () => {
    expect(sliceName('wallet/list-holds', 'query', streams)).toMatchObject({ stream: 'hold', subject: 'hold.list' });
    expect(sliceName('wallet/get-price-list', 'query', [...streams, 'price'])).toMatchObject({ stream: 'price-list' });
  });

  it('derives the names of a reaction from its fact', () => {
    expect(sliceName('wallet/wallet/on-plan-changed', 'reaction', streams)).toMatchObject({
      stream: 'wallet',
      functionName: 'reactToPlanChanged',
      handlerClass: 'OnPlanChangedHandler',
      contractName: 'planChanged',
    });
  });

  it.each([
    ['freeze-wallet', 'command', /service\/slice/],
    ['wallet/FreezeWallet', 'command', /kebab-case/],
    ['wallet/settle', 'command', /name the stream: wallet\/STREAM\/settle, with one of: hold, price-list, wallet/],
    ['wallet/ledger/post-entry', 'command', /name the stream/],
    ['wallet/wallet/on-plan-changed', 'command', /starts with "on-"/],
    ['wallet/freeze-wallet', 'reaction', /starts with "on-"/],
  ] as const)('rejects %s as the path of a %s', (path, kind, reason) => {
    expect(() => sliceName(path, kind, streams)).toThrow(reason);
  });
});
