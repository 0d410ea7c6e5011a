// An address that leads nowhere: the header, and the games that the server says may be meant, or the first ones.

import { get } from "./api.js";
import { byId, replace } from "./elements.js";
import { GameCard } from "./gamecard.js";
import { header } from "./header.js";

header("");
const place = byId("near");
const meant = (place.dataset.games ?? "").split(" ");
const { games } = await get("/api/games");
const near = games.filter(({ name }) => meant.includes(name));
byId("near-title").textContent = near.length ? "Did you mean" : "Begin with these";
const offered = near.length ? near : games.filter(({ shelf }) => shelf === "first");
replace(place, offered.map((game) => new GameCard(game, place.dataset.page)));
