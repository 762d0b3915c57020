/** A file's schema does not fit. Told between threads, where coded errors lose their code. */
export class SchemaProblem extends Error {}
