/** Something that a scenario needs is not to be had on this machine. */
export class CannotRun extends Error {}
