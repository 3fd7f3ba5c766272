/** The script of the documents: search with the keyboard, and copying code. Pages work without it. */
import MiniSearch from 'minisearch';
import { searchOptions, sectionsFor, type Found } from '../search.js';

const MAX_RESULTS = 12;
type Result = Pick<Found, 'title' | 'heading' | 'address'>;

const box = document.querySelector<HTMLElement>('.search')!;
const input = box.querySelector('input')!;
const list = document.getElementById('results')!;
let index: Promise<MiniSearch<Found>> | null = null;
let selected = -1;

/** The index is loaded when somebody is about to search. */
function loadIndex(): Promise<MiniSearch<Found>> {
  index ??= fetch(box.dataset['index']!)
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .then((text) => MiniSearch.loadJSON<Found>(text, searchOptions));
  index.catch(() => (index = null));
  return index;
}

async function search(): Promise<void> {
  const text = input.value.trim();
  if (text === '') return close();
  try {
    const found = sectionsFor(await loadIndex(), text, MAX_RESULTS) as unknown as Result[];
    if (input.value.trim() !== text) return;
    show(found);
  } catch {
    message(box.dataset['failed']!);
  }
}

function show(results: readonly Result[]): void {
  if (results.length === 0) return message(box.dataset['none']!);
  selected = -1;
  list.replaceChildren(...results.map(optionOf));
  open();
}

function optionOf({ title, heading, address }: Result, position: number): HTMLElement {
  const link = document.createElement('a');
  link.href = address;
  link.id = `result-${position}`;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  link.tabIndex = -1;
  const name = document.createElement('b');
  name.textContent = heading === '' ? title : heading;
  link.append(name);
  if (heading !== '') {
    const page = document.createElement('small');
    page.textContent = title;
    link.append(page);
  }
  return link;
}

function message(text: string): void {
  selected = -1;
  const line = document.createElement('p');
  line.setAttribute('role', 'option');
  line.setAttribute('aria-selected', 'false');
  line.setAttribute('aria-disabled', 'true');
  line.textContent = text;
  list.replaceChildren(line);
  open();
}

function open(): void {
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
  input.removeAttribute('aria-activedescendant');
}

function close(): void {
  list.hidden = true;
  selected = -1;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

function select(step: number): void {
  const options = [...list.querySelectorAll('a')];
  if (options.length === 0) return;
  selected = (selected + step + options.length) % options.length;
  options.forEach((option, position) => option.setAttribute('aria-selected', String(position === selected)));
  options[selected]!.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', options[selected]!.id);
}

input.addEventListener('focus', () => void loadIndex().catch(() => undefined));
input.addEventListener('input', () => void search());
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    select(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter') {
    (list.querySelectorAll('a')[Math.max(selected, 0)] as HTMLElement | undefined)?.click();
  } else if (event.key === 'Escape') close();
});
document.addEventListener('click', (event) => {
  if (!box.contains(event.target as Node) || (event.target as Element).closest('a') !== null) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  input.focus();
});

for (const block of document.querySelectorAll('.code:not(.output)')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = box.dataset['copy']!;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code')!.textContent ?? '').then(() => {
      button.textContent = box.dataset['copied']!;
      setTimeout(() => (button.textContent = box.dataset['copy']!), 1_500);
    });
  });
  block.append(button);
}

// The navigation is open beside the text, and closed above it on a phone.
const wide = matchMedia('(width >= 60rem)');
const sections = document.querySelector<HTMLDetailsElement>('.sections > details')!;
sections.open = wide.matches;
wide.addEventListener('change', () => (sections.open = wide.matches));
