/**
 * All facts of the installation service are one reaction, so that they are handled in the order in which they happened
 * to an installation, whatever their kind: a change of plan never comes before the wallet that it changes.
 */
export const installationReaction = 'on-installation-changed';
