// Asking the server: every answer is JSON, every refusal one line for people.

/**
 * The server said no: `message` is its own line, `status` the HTTP status, 0 where no server answered; `unfinished`: the
 * same question gets further once more.
 */
export class Refused extends Error {
  constructor(message, status, unfinished = false) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.unfinished = unfinished;
  }
}

/** Whether an error only says that the person pressed Cancel. */
export function cancelled(error) {
  return error?.name === "AbortError";
}

/** Where something is asked about a game. */
export const apiOf = (game, what) => `/api/games/${encodeURIComponent(game.name)}/${what}`;

/**
 * What gives up a question, an AbortController's.
 * @typedef {{signal?: AbortSignal}} Ending
 */

/**
 * @param {string} path
 * @param {Ending} ending
 */
export function get(path, { signal } = {}) {
  return ask(path, { signal });
}

/**
 * @param {string} path
 * @param {object} body
 * @param {Ending} ending
 */
export function post(path, body, { signal } = {}) {
  return ask(path, sent(body, signal));
}

/**
 * Read an answer that comes line by line while the server still works; `each` is called with every parsed line.
 * Returns the last line. A line {"error": ...} is thrown as Refused.
 * @param {string} path
 * @param {object} body
 * @param {Ending & {each?: (line: any) => void}} given
 */
export async function stream(path, body, { signal, each = () => {} } = {}) {
  const answer = await fetched(path, sent(body, signal));
  if (!answer.ok) throw await refusal(answer);
  if (!answer.body) throw new Refused("the server's answer is empty", answer.status);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  const take = (line) => {
    if (!line.trim()) return;
    const read = JSON.parse(line);
    if (read.error) throw new Refused(read.error, answer.status);
    last = read;
    each(read);
  };
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error) => {
        throw cancelled(error) ? error : new Refused("the server stopped in the middle of its answer", 0);
      });
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    }
    take(rest);
  } catch (error) {
    reader.cancel().catch(() => {}); // closing the connection ends the work
    throw error;
  }
  return last;
}

function sent(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
}

async function ask(path, options) {
  const answer = await fetched(path, options);
  if (!answer.ok) throw await refusal(answer);
  try {
    return await answer.json();
  } catch (error) {
    throw cancelled(error) ? error : new Refused("the server's answer could not be read", answer.status);
  }
}

async function fetched(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (cancelled(error)) throw error;
    throw new Refused("no answer; is `faceup serve` still running?", 0);
  }
}

async function refusal(answer) {
  const said = await answer.json().catch(() => null);
  const words = said?.error ?? `the server answered ${answer.status} ${answer.statusText}`.trim();
  return new Refused(words, answer.status, said?.unfinished === true);
}
