// The scenes of a replay, which is sent as its start and what each step changes.

/** The start of a replay and the scene after each of its steps; what did not change is the same object. */
export function scenesOf({ start, steps }) {
  const scenes = [start];
  for (const { change } of steps) scenes.push(change.whole ?? changed(scenes.at(-1), change));
  return scenes;
}

function changed({ zones }, { rows, text, more }) {
  const now = [...zones];
  for (const { zone, row, at, drop, put } of rows) {
    const all = [...now[zone].rows];
    all[row] = all[row].toSpliced(at, drop, ...put);
    now[zone] = { ...now[zone], rows: all };
  }
  return { zones: now, text, more };
}
