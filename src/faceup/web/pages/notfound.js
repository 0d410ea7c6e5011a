// An address that leads nowhere: the header, and the games whose names are like what the address says.

import { get } from "./api.js";
import { replace } from "./elements.js";
import { nearestGames } from "./gamepage.js";
import { gameLink, header, pagesOf } from "./header.js";

header("");
const [, page, name = page] = location.pathname.split("/").map(decodeURIComponent);
const { games } = await get("/api/games");
const near = nearestGames(name, games);
const reason = document.getElementById("reason");
if (near.length || name !== page) {
  reason.textContent = `There is no game "${name}".${near.length ? " Did you mean:" : ""}`;
}
replace(
  document.getElementById("near"),
  near.map((game) => {
    const has = pagesOf(game).map(([path]) => path);
    return gameLink(has.includes(page) ? page : has[0], game, game.title, { class: "button" });
  }),
);
