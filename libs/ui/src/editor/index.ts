/** The manifest editor. Import it only from pages that are loaded on demand: its parser and CodeMirror are large. */
export { ManifestPanel, type ManifestPanelProps } from './manifest-panel.js';
export { printManifest, readManifest, type ManifestText, type Place } from './manifest-text.js';
export { placeProblems, placeTextProblems, type ReportedProblem } from './place-problems.js';
export type { PlacedProblem } from './problem.js';
