/**
 * What was odd about a push that was taken all the same. Each line names the field, never its value;
 * the HTTP room logs them as a warning.
 */
export class Notes {
  lines: string[] | undefined

  /** Keeps a line, up to a number of them: a hostile body may be odd in thousands of places. */
  add(line: string): void {
    if (this.lines === undefined) this.lines = [line]
    else if (this.lines.length < maxNotes) this.lines.push(line)
  }
}

/** Lines that one push may add to the log. */
export const maxNotes = 20
