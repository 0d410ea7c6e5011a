// An address that leads nowhere: the header, and the games whose names are like what the address says, or the first ones.

import { get } from "./api.js";
import { byId, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { nearestGames } from "./gamepage.js";
import { header } from "./header.js";

const ABOUT = ["play", "replay", "simulate", "strategy", "ends", "setup"]; // pages about a game
const FEW = 3; // games, where none is like it

header("");
const { games } = await get("/api/games");
const words = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
const pages = words.filter((word) => ABOUT.includes(word));
const [page] = pages;
const others = words.filter((word) => !ABOUT.includes(word));
const name = others.find((word) => games.some((game) => game.name === word)) ?? others.at(-1) ?? "";
const exact = games.filter((game) => game.name === name);
const near = exact.length ? exact : nearestGames(name, games);
const known = games.some((game) => game.name === name); // then it is the page that there is not
const reason = byId("reason");
if (!known && name && pages.length) reason.textContent = `There is no game "${name}".`;
byId("near-title").textContent = near.length ? "Did you mean" : "Begin with these";
const offered = near.length ? near : games.filter(({ shelf }) => shelf === "first").slice(0, FEW);
replace(byId("near"), offered.map((game) => new GameCard(game, page)));
