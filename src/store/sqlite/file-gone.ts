/**
 * The file was deleted or replaced while it was in use. Nothing is written any more, neither to what has no name, nor to
 * a new file beside the remains of the old one, which would spoil it: somebody has to look.
 */
export class FileGone extends Error {
  constructor(file: string) {
    super(
      `${file}, or the -wal file beside it, was deleted or replaced while it was in use: move it back, or stop the application, see what is left, and start it again`,
    )
  }
}
