/**
 * All facts of the installation service share one reaction, so that the facts of an installation are handled in their
 * order, whatever their type. Otherwise a change of plan could arrive before the wallet is opened.
 */
export const installationReaction = 'on-installation-changed';
