/** What is said of a turn that is not known and whose sequence is lower than that of the last one. */
export const goneBack =
  'another message came with a sequence before that of the last turn: the last screen is shown again, and no handler runs'
