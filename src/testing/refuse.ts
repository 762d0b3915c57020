/** Refuses a reply, naming the problem and the section of the reference that it offends. */
export type Refuse = (problem: string, section: string) => never
