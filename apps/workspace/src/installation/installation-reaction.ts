/**
 * All facts of the installation service share one reaction, so that the facts of an installation are handled in their
 * order, whatever their type. Otherwise a removal could arrive before the installation is added.
 */
export const installationReaction = 'on-installation-changed';
