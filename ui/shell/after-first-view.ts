/** Parts that the first view needs none of: one file, which comes right after it. */
export { DropHint } from './drop-hint.tsx'
export { KeysDialog } from './keys-dialog.tsx'
export { Palette } from './palette.tsx'
