/**
 * Group separator: how a scanner sends FNC1 between two elements (GS1 General Specifications 7.8).
 */
export const groupSeparator = '\u001d'
