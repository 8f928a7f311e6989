"""A foreign program for tests: plays random moves over GTP, and fails in whatever way it is told to.

    python gtp_program.py MOOD [TURN [FILE]]

MOOD is honest, hang, deaf, die, mute, illegal, pass, prose, refuse, flood, endless, blank, chatter or mother;
it shows at genmove number TURN, where FILE is made first.
"""

import os
import subprocess
import sys
import time

import cornerwise as cw
from cornerwise.formats.dialect import parse_game_name
from cornerwise.player import RandomPlayer


def main():
    mood, turn = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    game, asked, player = cw.Game("duo"), 0, RandomPlayer(7)
    if mood == "mother":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "quit":
            break
        answer = "="
        if words[0] == "set_game":
            if mood == "refuse":
                answer = "? invalid argument"
            else:
                game = cw.Game(parse_game_name(" ".join(words[1:])))
        elif words[0] == "clear_board":
            game = cw.Game(game.ruleset)
        elif words[0] == "play":
            game.play(words[2])
        elif words[0] == "genmove":
            asked += 1
            if asked == turn and len(sys.argv) > 3:
                open(sys.argv[3], "w").close()
            answer = f"= {fail(mood) or game_move(game, player)}" if asked == turn else f"= {game_move(game, player)}"
            if answer == "= silence":
                continue
        elif words[0] == "set_random_seed":
            player = RandomPlayer(int(words[1]))
        else:
            answer = f"? unknown command ({words[0]})"
        print(answer + "\n", flush=True)


def game_move(game, player):
    """A move for whoever is to move, played."""
    move = player.choose(game.position)
    game.play(move)
    return move


def fail(mood):
    """What a failing program answers, if it gets that far."""
    if mood == "hang":
        time.sleep(600)
    if mood == "deaf":
        # Neither the end of its input nor a polite signal moves it.
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.stdin.close()
        time.sleep(600)
    if mood == "die":
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    if mood == "flood":
        while True:
            print("= " + "x" * 10_000)
    if mood == "endless":
        os.write(1, b"= ")
        while True:
            os.write(1, b"x" * 60_000)
    if mood == "blank":
        while True:
            os.write(1, b"\n" * 60_000)
    if mood == "chatter":
        # It answers well and then goes on talking, unasked.
        os.write(1, b"= e8,d9,e9,f9,e10\n\n")
        while True:
            os.write(1, b"by the way\n" * 5_000)
    if mood == "prose":
        print("I think I would rather not.", flush=True)
    return {"mute": "silence", "illegal": "a1", "pass": "pass", "prose": "silence"}.get(mood)


if __name__ == "__main__":
    main()
