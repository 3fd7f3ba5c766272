import { describe, expect, it } from '@jest/globals';
import { HandlerRegistry } from './handler-registry.js';

const submitted = 'evt.workspace.proposal.submitted.v1';
const settled = 'evt.workspace.proposal.settled.v1';
const handler = () => Promise.resolve();

describe('the handler registry', () => {
  it('groups handlers by publishing service and reaction, so that they share a consumer', () => {
    const registry = new HandlerRegistry();
    registry.addFactHandler(submitted, handler, { reaction: 'on-proposal' });
    registry.addFactHandler(settled, handler, { reaction: 'on-proposal' });
    registry.addFactHandler(settled, handler, { reaction: 'on-proposal-settled' });
    registry.addFactHandler('evt.wallet.hold.expired.v1', handler, { reaction: 'on-proposal' });
    expect(registry.reactions.map(({ publisher, name, handlers }) => [publisher, name, handlers.size])).toEqual([
      ['workspace', 'on-proposal', 2],
      ['workspace', 'on-proposal-settled', 1],
      ['wallet', 'on-proposal', 1],
    ]);
  });

  it('separates reactions to facts of all instances from reactions to facts of this scope', () => {
    const registry = new HandlerRegistry();
    registry.addFactHandler(submitted, handler, { reaction: 'on-proposal', from: 'fleet' });
    registry.addFactHandler(submitted, handler, { reaction: 'on-proposal' });
    expect(registry.reactions.map(({ origin }) => origin)).toEqual(['fleet', 'own']);
    expect(registry.findReaction('workspace', 'on-proposal')?.origin).toBe('fleet');
    expect(registry.findReaction('wallet', 'on-proposal')).toBeNull();
  });

  it('rejects a reaction without a valid name', () => {
    for (const reaction of [undefined, '', 'OnProposal', 'on proposal'])
      expect(() => new HandlerRegistry().addFactHandler(submitted, handler, { reaction })).toThrow(/reaction name/);
  });

  it('rejects a second handler for the same reaction and type, or for the same request', () => {
    const registry = new HandlerRegistry();
    registry.addFactHandler(submitted, handler, { reaction: 'on-proposal' });
    expect(() => registry.addFactHandler(submitted, handler, { reaction: 'on-proposal' })).toThrow(/two handlers/);
    registry.addRequestHandler('qry.wallet.wallet.get', handler);
    expect(() => registry.addRequestHandler('qry.wallet.wallet.get', handler)).toThrow(/two handlers/);
  });
});
