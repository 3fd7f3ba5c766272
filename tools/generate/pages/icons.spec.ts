import { describe, expect, it } from '@jest/globals';
import { iconModule, pathOf } from './icons.js';

describe('the path of an icon', () => {
  it('begins each shape at its own place, so that none is drawn relative to the one before', () => {
    const body = '<g fill="none"><path d="M2 2h3"/><path d="m14 12l4 4"/><path d="m1-2.5 3 4z"/></g>';
    expect(pathOf(body)).toBe('M2 2h3M14 12l4 4M1 -2.5l3 4z');
  });

  it('draws circles and rectangles with round corners as arcs', () => {
    expect(pathOf('<circle cx="12" cy="12" r="10"/>')).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z');
    expect(pathOf('<rect width="20" height="5" x="2" y="3" rx="1"/>')).toBe(
      'M3 3h18a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-18a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z',
    );
    expect(() => pathOf('<text>x</text>')).toThrow('the shape text is not known');
  });
});

describe('the module of the icons', () => {
  const set = {
    icons: { 'trash-2': { body: '<path d="M1 1h1"/>' }, new: { body: '<path d="M3 3"/>' } },
    aliases: { old: { parent: 'new' } },
  };

  it('finds icons by the names of the sources, former names included, and refuses unknown ones', () => {
    const module = iconModule(['Old', 'Trash2'], set);
    expect(module).toContain("export const Old: Icon = /* @__PURE__ */ icon('M3 3');");
    expect(module).toContain("export const Trash2: Icon = /* @__PURE__ */ icon('M1 1h1');");
    expect(() => iconModule(['Gone'], set)).toThrow('no icon gone for Gone');
  });
});
