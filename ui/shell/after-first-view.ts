/** Parts that the first view needs none of: one file, which comes right after it. */
export { DropHint } from './drop-hint.tsx'
export { KeysDialog } from './keyboard/keys-dialog.tsx'
export { Palette } from './keyboard/palette.tsx'
