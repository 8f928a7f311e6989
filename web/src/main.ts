/** The page begins here. */

import { mount } from "svelte";
import "./style/base.css";
import { app } from "./app.svelte";
import Shell from "./view/shell.svelte";

app.dress();
mount(Shell, { target: document.getElementById("app")! });
