/**
 * What was odd about a push that was taken all the same. Each line names the field, never its value;
 * the HTTP room logs them as a warning.
 */
export class Notes {
  lines: string[] | undefined

  add(line: string): void {
    if (this.lines === undefined) this.lines = [line]
    else this.lines.push(line)
  }
}
