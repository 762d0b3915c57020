/** The style of the pages. Nothing in it is fetched from elsewhere. */
export const style = `:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1c2430; --soft: #566072;
  --line: #c9cfd9; --main: #1457c2; --on-main: #fff; --bad: #9b1c1c; --bad-ground: #fdecec; --good: #14603a; --good-ground: #e7f6ee;
  --wait: #7a4b00; --wait-ground: #fdf3dd }
@media (prefers-color-scheme: dark) { :root { --ground: #12161d; --card: #1c222c; --ink: #e8ecf3; --soft: #a7b1c2;
  --line: #465062; --main: #8db8ff; --on-main: #0b1a33; --bad: #ffb4b4; --bad-ground: #3a1d1f; --good: #9fe3bf; --good-ground: #15301f; --wait: #f2cf8a; --wait-ground: #35290f } }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 440px; margin: 4vh auto 0; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0; font-size: 32px; line-height: 1.2; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
p { margin: 8px 0; overflow-wrap: anywhere }
.sign, .reference { color: var(--soft); font-size: 14px }
.sign { margin-top: 0 }
.problem, .waiting, .done { margin: 16px 0; padding: 12px; border-radius: 8px; background: var(--bad-ground); color: var(--bad) }
.waiting { background: var(--wait-ground); color: var(--wait) }
.done { background: var(--good-ground); color: var(--good) }
form { margin-top: 16px }
fieldset { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 0 0 16px; padding: 0; border: 0 }
legend { padding: 0 0 8px }
label { display: block; margin-bottom: 16px }
.choice { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px }
.choice:has(:checked) { border-color: var(--main); outline: 1px solid var(--main) }
input[type="tel"], select { display: block; text-overflow: ellipsis; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line);
  border-radius: 8px; background: var(--card); color: var(--ink); font: inherit }
.buttons { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 0 -24px -24px; padding: 16px 24px; border-radius: 0 0 12px 12px; background: var(--card) }
button { flex: 1 0 auto; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: transparent;
  color: var(--ink); font: inherit; cursor: pointer }
/* Where there is little height they would lie over what is to be filled in. */
@media (max-height: 600px) { .buttons { position: static } }
.main { flex-basis: 100%; border-color: var(--main); background: var(--main); color: var(--on-main); font-weight: 600 }
a { color: var(--main) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`
